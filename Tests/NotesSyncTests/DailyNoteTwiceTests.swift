import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// The note of a day, which several devices add before they sync.
@Suite("Daily notes that several devices added") struct DailyNoteTwiceTests {
  private static let day = "2026-03-14"
  private let transport = FakeTransport()

  /// Returns the note of the day as a device adds it.
  private func daily(_ number: UInt64, _ body: String, minute: Int, notebook: String = "Journal") -> Note {
    .sample(number, title: Self.day, body: body, notebook: notebook) {
      let time = Timestamp(millisecondsSince1970: 1_773_489_600_000 + Int64(minute) * 60_000)
      ($0.created, $0.modified) = (time, time)
    }
  }

  private func sync(_ devices: Device...) async throws {
    for _ in 0..<3 { for device in devices { try await device.sync() } }
  }

  @Test func `three devices have one note of the day, with what was written on each`() async throws {
    // Given
    let first = try Device(transport, number: 1, notes: [daily(1, "# Day\n\nfed\n", minute: 5)])
    let second = try Device(transport, number: 2, notes: [daily(2, "# Day\n\nbaked\n", minute: 9)])
    let third = try Device(transport, number: 3, notes: [daily(3, "# Day\n\nmilled\n", minute: 1)])
    // When
    try await sync(first, second, third)
    // Then
    #expect(transport.notes.map(\.body) == ["# Day\n\nmilled\nfed\nbaked\n"])
    for device in [first, second, third] {
      #expect(device.store.all == transport.notes)
      #expect(try await device.store.conflicts().isEmpty)
    }
  }

  @Test func `a device that synced before joins its note, too`() async throws {
    // Given
    let (first, second) = (try Device(transport, number: 1), try Device(transport, number: 2))
    try await sync(first, second)
    try await first.store.insert([daily(1, "fed", minute: 1)])
    try await second.store.insert([daily(2, "baked", minute: 2), .sample(9, title: "Tea")])
    // When
    try await sync(first, second)
    // Then
    #expect(transport.notes.map(\.body).sorted() == ["Text.", "fed\nbaked"])
    #expect(first.store.all == second.store.all)
  }

  @Test func `files that two devices imported are not joined, and their records lead to their notes`() async throws {
    // Given
    func importing(_ number: UInt64, _ body: String) async throws -> Device {
      let device = try Device(transport, number: number)
      let note = daily(number, body, minute: 0)
      let record = ImportRecord(
        directory: "/vault", path: "Journal/\(Self.day).md", digest: ContentDigest(of: body.utf8), note: note)
      _ = try await device.store.store([ImportItem(note: note, record: record)])
      return device
    }
    let (first, second) = (try await importing(1, "fed\nbaked"), try await importing(2, "fed!\nbaked"))
    // When
    try await sync(first, second)
    // Then
    #expect(transport.notes.map(\.body).sorted() == ["fed\nbaked", "fed!\nbaked"])
    let records = try await second.store.importedFiles(of: "/vault", after: nil, limit: 9)
    #expect(records.map(\.note) == [SequentialNoteIDGenerator.id(2)])
  }

  @Test func `a note that the other one has all of is counted as received`() async throws {
    let first = try Device(transport, number: 1, notes: [daily(1, "fed\nbaked", minute: 1)])
    let second = try Device(transport, number: 2, notes: [daily(2, "fed", minute: 2)])
    try await first.sync()
    let summary = try await second.sync()
    #expect(summary.received == 1 && second.store.all.count == 1)
  }

  @Test func `texts that cannot be joined are in conflict`() async throws {
    var other = daily(2, "baked", minute: 2)
    other.foreignFrontMatter = "mood: good\n"
    let first = try Device(transport, number: 1, notes: [daily(1, "fed", minute: 1)])
    let second = try Device(transport, number: 2, notes: [other])
    try await sync(first, second)
    #expect(transport.notes.map(\.body).sorted() == ["baked", "fed"])
    #expect(try await second.store.conflicts().map(\.ours.body) == ["baked"])
  }

  @Test func `notes of other notebooks, titles and times remain`() async throws {
    // Given
    let (note, tea) = (daily(1, "fed", minute: 1), Note.sample(2, title: "Tea", notebook: "Journal"))
    let first = try Device(transport, number: 1, notes: [note, tea])
    let others: [Note] = [
      daily(3, "baked", minute: 2, notebook: "Work"), daily(4, "old", minute: -3 * 24 * 60),
      .sample(5, title: "Tea", body: "green", notebook: "Journal"),
    ]
    let second = try Device(transport, number: 2, notes: others)
    // When
    try await sync(first, second)
    // Then
    #expect(transport.notes.count == 5 && first.store.all == second.store.all)
  }

  @Test func `a note in the trash is not joined`() async throws {
    var trashed = daily(1, "fed", minute: 1)
    trashed.trashed = trashed.created
    let first = try Device(transport, number: 1, notes: [trashed])
    let second = try Device(transport, number: 2, notes: [daily(2, "baked", minute: 2)])
    try await sync(first, second)
    #expect(second.store.all.map(\.body) == ["fed", "baked"])
  }
}
