import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

/// FTS5 writes the words that it has collected when the transaction ends, unless a statement makes it do so before: see
/// `Database.index(_:inlineTags:row:)`. Each time it writes, it adds a segment to the index.
@Suite("The indexes of words, when a transaction changes several notes")
struct IndexWriteTests {
  /// A transaction that changes the words of three notes.
  enum Change: CaseIterable {
    case insertion, imported, importedAfterSync, edited, synced, undone, purged
  }

  @Test(arguments: Change.allCases)
  func `are written once`(by change: Change) async throws {
    // Given
    let folder = try TemporaryFolder()
    let device = try SQLiteDevice(path: folder.file("notes.db"))
    try await device.repository.insert((1...3).map { note($0) })
    switch change {
    case .importedAfterSync, .synced: try await device.begin()
    case .purged: try await edit(device) { $0.trashed = FixedClock.start }
    case .undone:
      await device.history.endChangeSet()
      try await edit(device) { $0.body += " More [[Links]]" }
    case .insertion, .imported, .edited: break
    }
    let before = try segments(device)
    // When
    try await make(change, on: device)
    // Then
    for (index, count) in try segments(device) { #expect(count <= before[index, default: 0] + 1, "\(index)") }
  }

  private func make(_ change: Change, on device: SQLiteDevice) async throws {
    switch change {
    case .insertion: try await device.repository.insert((4...6).map { note($0) })
    case .imported, .importedAfterSync:
      let notes = (4...6).map { note($0) }
      let skipped = try await device.repository.store(
        notes.map {
          let record = ImportRecord(
            directory: "/vault", path: "\($0.title).md", digest: ContentDigest(value: 1), note: $0)
          return ImportItem(note: $0, record: record)
        })
      #expect(skipped == [])
    case .edited:
      try await edit(device) { note in
        note.body += " More [[Links]] #inline"
        note.attachments = []
        note.tags = []
      }
    case .synced:
      try await device.sync.write { transaction throws(StoreError) in
        for number in 1...3 as ClosedRange<UInt64> {
          var note = self.note(number)
          note.body += " More [[Links]]"
          note.attachments = []
          try transaction.save(SyncItem(revision: Revision(1), base: note, local: note), for: note.id)
        }
      }
    case .undone:
      let newest = try #require(try await device.history.changeSets(before: nil, limit: 1).first)
      _ = try await device.history.revert(newest.id) { change, _ in change.before.map(UndoStep.write) ?? .leave }
    case .purged: #expect(try await device.repository.purge(ids).count == 3)
    }
  }

  private let ids = (1...3 as ClosedRange<UInt64>).map(SequentialNoteIDGenerator.id)

  private func note(_ number: UInt64) -> Note {
    .sample(number, body: "Text \(number) of [[Bread]] and #water", tags: ["kitchen"]) {
      $0.attachments = .sample(("a.jpg", 1))
    }
  }

  private func edit(_ device: SQLiteDevice, change: @escaping @Sendable (inout Note) -> Void) async throws {
    // The order in which a person names the notes is not that of their rows.
    let named = Array(ids.reversed())
    #expect(try await device.repository.update(named, change: change)?.notes.map(\.after.id) == named)
  }

  /// Returns the numbers of the indexes' segments, whose pages have rowids that begin with the number of the segment; see
  /// <https://www.sqlite.org/fts5.html#fts5_data_structures>.
  private func segments(_ device: SQLiteDevice) throws -> [String: Int] {
    try Dictionary(
      uniqueKeysWithValues: ["note_fts", "note_link"].map { index in
        (index, try device.number("SELECT count(DISTINCT id >> 37) FROM \(index)_data WHERE id > 10"))
      })
  }
}
