import NotesDomain
import NotesTestSupport
import Testing

/// A folder that several devices import before they sync.
@Suite("Folders that several devices imported") struct ImportedTwiceTests {
  private let transport = FakeTransport()

  /// A device that imported files as notes with the given first number, before its first sync.
  private func importing(number: UInt64, _ bodies: [String]) async throws -> Device {
    let device = try Device(transport, number: number)
    let items = bodies.enumerated().map { index, body in
      let note = Note.sample(number * 10 + UInt64(index), title: "Note \(index)", body: body, notebook: "Kitchen") {
        // That of the file.
        $0.created = Timestamp(millisecondsSince1970: Int64(index) + 7)
      }
      let record = ImportRecord(
        directory: "/vault", path: "Kitchen/Note \(index).md", digest: ContentDigest(of: body.utf8), note: note)
      return ImportItem(note: note, record: record)
    }
    _ = try await device.store.store(items)
    return device
  }

  private func sync(_ devices: Device...) async throws {
    for _ in 0..<3 { for device in devices { try await device.sync() } }
  }

  @Test func `three devices that import one folder have each note once`() async throws {
    // Given
    let (first, second) = (
      try await importing(number: 1, ["rye", "tea"]), try await importing(number: 2, ["rye", "tea"])
    )
    let third = try await importing(number: 3, ["rye", "tea"])
    // When
    try await sync(first, second, third)
    // Then
    #expect(transport.notes.map(\.body).sorted() == ["rye", "tea"])
    for device in [second, third] {
      #expect(device.store.all == first.store.all)
      let records = try await device.store.importedFiles(of: "/vault", after: nil, limit: 9)
      #expect(records.map(\.note) == first.store.all.map(\.id))
      #expect(try await device.state().map { $0.cursor } == Revision(2))
    }
  }

  @Test func `what was edited here before the sync becomes an edit of the other device's note`() async throws {
    let (first, second) = (try await importing(number: 1, ["rye"]), try await importing(number: 2, ["rye"]))
    _ = try await second.store.update(SequentialNoteIDGenerator.id(20)) { $0.body = "rye and salt" }
    try await sync(first, second)
    #expect(transport.notes.map(\.body) == ["rye and salt"] && first.store.all == second.store.all)
    #expect(first.store.all.map(\.id) == [SequentialNoteIDGenerator.id(10)])
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `what was added to the note on one device only is there on both`(edited: UInt64) async throws {
    let (first, second) = (try await importing(number: 1, ["rye\n"]), try await importing(number: 2, ["rye\n"]))
    _ = try await (edited == 1 ? first : second).store.update(SequentialNoteIDGenerator.id(edited * 10)) {
      $0.body = "rye\nsalt\n"
    }
    try await sync(first, second)
    #expect(transport.notes.map(\.body) == ["rye\nsalt\n"] && first.store.all == second.store.all)
    #expect(try await second.store.conflicts().isEmpty)
  }

  @Test func `a note that is still as its file was follows the other device`() async throws {
    // Given: nothing of the second device's note is in the edited one
    let devices = [try await importing(number: 1, ["rye"]), try await importing(number: 2, ["rye"])]
    for (number, device) in zip([10, 20] as [UInt64], devices) {
      try await device.edit(number) { $0.modified = $0.created }
    }
    _ = try await devices[0].store.update(SequentialNoteIDGenerator.id(10)) {
      $0.body = "spelt"
      $0.modified = FixedClock.start
    }
    // When
    try await sync(devices[0], devices[1])
    // Then
    #expect(transport.notes.map(\.body) == ["spelt"] && devices[0].store.all == devices[1].store.all)
    #expect(try await devices[1].store.conflicts().isEmpty)
  }

  @Test func `the note keeps its history, so that the next import finds what it had imported`() async throws {
    // Given
    let (first, second) = (try await importing(number: 1, ["rye\n"]), try await importing(number: 2, ["rye\n"]))
    try await second.edit(20) { $0.body = "rye\nsalt\n" }
    // When
    try await sync(first, second)
    // Then
    let id = SequentialNoteIDGenerator.id(10)
    #expect(second.store.all.map(\.id) == [id])
    let versions = try await second.store.versions(of: id, limit: 9).compactMap(\.note?.body)
    #expect(versions == ["rye\nsalt\n", "rye\n"])
  }

  @Test func `a conflict of the note stays one of the note`() async throws {
    // Given an import that met an edit of the same line
    let (first, second) = (try await importing(number: 1, ["rye"]), try await importing(number: 2, ["rye"]))
    let copy = Note.sample(29, body: "rye and salt")
    _ = try await second.store.add(.sample(note: 20, copy: 29), copy: copy)
    // When
    try await sync(first, second)
    // Then
    #expect(try await second.store.conflicts().map(\.note) == [SequentialNoteIDGenerator.id(10)])
  }

  @Test func `what was edited on both before the sync is in conflict`() async throws {
    let (first, second) = (try await importing(number: 1, ["rye"]), try await importing(number: 2, ["rye"]))
    _ = try await first.store.update(SequentialNoteIDGenerator.id(10)) { $0.body = "rye and oil" }
    _ = try await second.store.update(SequentialNoteIDGenerator.id(20)) { $0.body = "rye and salt" }
    try await sync(first, second)
    #expect(transport.notes.map(\.body).sorted() == ["rye and oil", "rye and salt"])
    #expect(try await second.store.conflicts().map(\.ours.body) == ["rye and salt"])
  }

  @Test(arguments: [true, false])
  func `what either device pinned or moved to the trash stays that`(isFirst: Bool) async throws {
    let (first, second) = (try await importing(number: 1, ["rye"]), try await importing(number: 2, ["rye"]))
    if isFirst {
      _ = try await first.store.update(SequentialNoteIDGenerator.id(10)) { $0.isPinned = true }
      _ = try await second.store.update(SequentialNoteIDGenerator.id(20)) { $0.body = "rye and salt" }
    } else {
      _ = try await second.store.update(SequentialNoteIDGenerator.id(20)) { $0.isPinned = true }
    }
    try await sync(first, second)
    #expect(first.store.all.map(\.isPinned) == [true] && first.store.all == second.store.all)
    #expect(first.store.all.map(\.body) == [isFirst ? "rye and salt" : "rye"])
  }

  @Test func `files of one place that have another content and time are notes of their own`() async throws {
    let first = try await importing(number: 1, ["rye"])
    let second = try Device(transport, number: 2)
    let note = Note.sample(20, title: "Note 0", body: "wheat", notebook: "Kitchen") {
      $0.created = Timestamp(millisecondsSince1970: 3009)
    }
    let record = ImportRecord(
      directory: "/other", path: "Kitchen/Note 0.md", digest: ContentDigest(value: 1), note: note)
    _ = try await second.store.store([ImportItem(note: note, record: record)])
    try await sync(first, second)
    #expect(transport.notes.map(\.body).sorted() == ["rye", "wheat"])
    #expect(try await second.store.conflicts().isEmpty)
  }
}
