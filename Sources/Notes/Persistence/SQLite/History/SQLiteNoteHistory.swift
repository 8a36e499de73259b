import GRDB
import NotesDomain
import Synchronization

/// The history of the notes, in their file. ``NoteTransaction`` writes it.
struct SQLiteNoteHistory: NoteHistory {
  let store: LazyNoteDatabase

  func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet] {
    try await store.opened().read { database in
      let rows = try database.all(
        ChangeSetRow.select + " WHERE notes > 0 AND id < ? ORDER BY id DESC LIMIT ?",
        [.integer(number.map(Int64.init) ?? .max), .limit(limit)],
        decode: ChangeSetRow.init)
      return try rows.map { row in
        row.changeSet(examples: try ChangeSetReader(database: database, set: row).examples(atMost: 3))
      }
    }
  }

  func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion] {
    try await store.opened().read { database in
      var versions: [NoteVersion] = []
      try database.forEachVersion(of: id, limit: limit) { version in
        versions.append(version)
        return true
      }
      return versions
    }
  }

  /// On the caller: `body` stays with it.
  func firstVersion<Value: Sendable>(
    of id: NoteID, limit: Int, _ body: (NoteVersion) -> Value?
  ) async throws(StoreError) -> Value? {
    try store.opened().reader.read { database in
      var found: Value?
      try database.forEachVersion(of: id, limit: limit) { version in
        found = body(version)
        return found == nil
      }
      return found
    }
  }
}

extension Database {
  /// Calls a function with the versions of a note, newest first, at most `limit`, until it returns false.
  fileprivate func forEachVersion(of id: NoteID, limit: Int, _ body: (NoteVersion) -> Bool) throws {
    let stored = try storedNote(id)
    // The version after a change is the one before the next change.
    var note = stored?.note
    var (rest, isDone) = (limit, false)
    try statement(
      """
      SELECT change_set, before, merge_base, merge_theirs FROM version WHERE note = ? ORDER BY change_set DESC
      """
    ).forEachRow([.id(id)]) { row in
      guard rest > 0 else { return false }
      let merging = try row.optionalPayload(3, of: id).map { theirs in
        MergeRecord(note: id, base: try row.optionalPayload(2, of: id), theirs: theirs)
      }
      rest -= 1
      isDone = !body(try changeSetRow(row.integer(0)).version(note, merging: merging))
      note = try row.optionalPayload(1, of: id)
      return !isDone
    }
    guard let first = note, rest > 0, !isDone else { return }
    let origin = try stored.flatMap { try InsertionRanges.changeSet(of: $0.row, in: self) }
    let row = try origin.map(changeSetRow) ?? ChangeSetRow(unknownOf: first)
    _ = body(row.version(first, merging: nil))
  }
}

extension SQLiteNoteHistory {
  func endChangeSet() async {
    // A store that cannot be opened has no set.
    try? store.opened().endChangeSet()
  }

  /// The number of changes in the result of an undo.
  private static let maximumChanges = 100

  /// Ends the transaction of an undo that changes nothing.
  private struct Refusal: Error {
    let result: UndoResult
  }

  func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> UndoStep
  ) async throws(StoreError) -> UndoResult {
    let database = try store.opened()
    let refusal = Mutex<UndoResult?>(nil)
    do {
      return try await database.transaction(as: .undo(of: number)) { transaction in
        do {
          return try revert(Int64(number), in: transaction, decide: decide)
        } catch let error as Refusal {
          refusal.withLock { $0 = error.result }
          throw error
        }
      }
    } catch {
      // The transaction was rolled back.
      guard let result = refusal.withLock({ $0 }) else { throw error }
      return result
    }
  }

  private func revert(
    _ number: Int64, in transaction: NoteTransaction, decide: (NoteChange, Note?) -> UndoStep
  ) throws -> UndoResult {
    let database = transaction.database
    guard
      let set = try database.first(
        ChangeSetRow.select + " WHERE id = ? AND notes > 0", [.integer(number)], decode: ChangeSetRow.init)
    else { return .unknown }
    if let other = set.undoneBy { return .alreadyUndone(changeSet: Int(other)) }
    var (changes, refused): ([NoteChange], [NoteID]) = ([], [])
    var updates: [NoteUpdate] = []
    try ChangeSetReader(database: database, set: set).forEachChange { change in
      let stored = try database.storedNote(change.id)
      switch decide(change, stored?.note) {
      case .leave: break
      case .refuse: refused.append(change.id)
      case .write(let note):
        guard refused.isEmpty, note != stored?.note else { break }
        if let stored {
          try transaction.update(stored, to: note, restoring: [change.before])
          updates.append(NoteUpdate(before: stored.note, after: note))
        } else {
          try transaction.insert(note, restoring: [change.before])
        }
        guard changes.count < Self.maximumChanges else { break }
        changes.append(NoteChange(id: change.id, before: stored?.note, after: note))
      }
    }
    guard refused.isEmpty else { throw Refusal(result: .refused(refused.sorted())) }
    guard !changes.isEmpty else { return .done(changeSet: Int(number), changes: []) }
    let links = try transaction.mendLinks(after: updates, keepsTakenFiles: true)
    try database.run(
      "UPDATE change_set SET undone_by = ? WHERE id = ?", [.integer(transaction.changeSet), .integer(number)])
    try database.revertConflicts(of: number, in: transaction.changeSet)
    return .done(
      changeSet: Int(transaction.changeSet), changes: changes.sorted { $0.id < $1.id },
      links: MendedLinks(mended: links.mended.count, broken: links.broken.count))
  }
}
