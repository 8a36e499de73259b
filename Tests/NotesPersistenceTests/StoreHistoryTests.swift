import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("The history in SQLite")
struct StoreHistoryTests {
  private let folder: TemporaryFolder
  private let device: SQLiteDevice
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    device = try SQLiteDevice(path: folder.file("notes.db"))
  }

  @Test("A thousand imported notes take one row")
  func imports() async throws {
    for batch in 0..<10 as Range<UInt64> {
      try await importNotes(batch * 100 + 1...batch * 100 + 100)
    }
    #expect(try device.number("SELECT count(*) FROM insertion") == 1)
    #expect(try device.number("SELECT count(*) FROM version") == 0)
    #expect(try await device.history.changeSets(before: nil, limit: 9).map(\.count) == [1000])
  }

  @Test("A purged note leaves its change set, and the others stay in it")
  func removedInTheMiddle() async throws {
    try await importNotes(1...9)
    let id = SequentialNoteIDGenerator.id(5)
    _ = try await SQLiteDevice(path: path).repository.update(id) { $0.trashed = FixedClock.start }
    #expect(try await device.repository.purge([id]) == [id])
    let sets = try await device.history.changeSets(before: nil, limit: 9)
    let set = try #require(sets.last)
    #expect(sets.map(\.kind) == [.purge, .imported] && set.count == 8)
    let seen = IDs()
    _ = try await device.history.revert(set.id) { change, _ in
      seen.add(change.id)
      return .leave
    }
    #expect(seen.all == [1, 2, 3, 4, 6, 7, 8, 9].map(SequentialNoteIDGenerator.id))
  }

  @Test("A reused row belongs to the change set of its new note")
  func reusedRows() async throws {
    try await device.repository.insert([.sample(1), .sample(2) { $0.trashed = FixedClock.start }])
    _ = try await device.repository.purge([SequentialNoteIDGenerator.id(2)])
    let other = try SQLiteDevice(path: path)
    try await other.repository.insert([.sample(3)])
    let sets = try await other.history.changeSets(before: nil, limit: 9)
    #expect(sets.map { $0.examples.map(\.id) } == [[3], [], [1]].map { $0.map(SequentialNoteIDGenerator.id) })
    let versions = try await other.history.versions(of: SequentialNoteIDGenerator.id(3), limit: 9)
    #expect(versions.map(\.changeSet) == [sets[0].id])
  }

  @Test("Changes of two processes in turn are separate change sets")
  func twoProcesses() async throws {
    let other = try SQLiteDevice(path: path)
    try await device.repository.insert([.sample(1, body: "one")])
    _ = try await other.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "two" }
    _ = try await device.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "three" }
    let versions = try await device.history.versions(of: SequentialNoteIDGenerator.id(1), limit: 9)
    #expect(versions.map(\.note?.body) == ["three", "two", "one"])
    #expect(Set(versions.map(\.changeSet)).count == 3)
  }

  @Test("An unreadable version is reported as damage, and the note can still be read")
  func damaged() async throws {
    try await device.repository.insert([.sample(1)])
    let other = try SQLiteDevice(path: path)
    _ = try await other.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "two" }
    try device.database.connection.withDatabase { _ = try $0.run("UPDATE version SET before = x'FF'") }
    let error = await #expect(throws: StoreError.self) {
      try await device.history.versions(of: SequentialNoteIDGenerator.id(1), limit: 9)
    }
    guard case .corrupt(path, _)? = error else {
      Issue.record("The error was \(String(describing: error))")
      return
    }
    #expect(try await device.repository.note(SequentialNoteIDGenerator.id(1))?.body == "two")
  }

  private func importNotes(_ numbers: ClosedRange<UInt64>) async throws {
    let items = numbers.map { number in
      let note = Note.sample(number)
      return ImportItem(
        note: note,
        record: ImportRecord(
          directory: "/vault", path: "\(number).md", digest: ContentDigest(value: number), note: note))
    }
    #expect(try await device.repository.store(items) == [])
  }
}
