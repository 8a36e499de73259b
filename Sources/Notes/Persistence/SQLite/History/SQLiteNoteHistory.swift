import GRDB
import NotesDomain

/// What happened to notes, next to them; ``NoteJournal`` writes it.
struct SQLiteNoteHistory: NoteHistory {
  let access: LazyNoteDatabase

  func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet] {
    try access.opened().database.read { database in
      let rows = try database.all(
        ChangeSetRow.select + " WHERE notes > 0 AND id < ? ORDER BY id DESC LIMIT ?",
        [.integer(number.map(Int64.init) ?? .max), .integer(Int64(max(0, limit)))], ChangeSetRow.init)
      return try rows.map { row in
        row.changeSet(examples: try ChangeSetReader(database, of: row).examples(atMost: 3))
      }
    }
  }

  func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion] {
    try access.opened().database.read { database in
      let stored = try database.storedNote(id)
      // What stood there after a change is what stood there before the next one.
      var note = stored?.note
      var (versions, origin): ([NoteVersion], Int64?) = ([], nil)
      try database.statement(
        """
        SELECT change_set, before, merge_base, merge_theirs FROM version WHERE note = ? ORDER BY change_set DESC
        """
      ).forEachRow([.id(id)]) { row in
        guard versions.count < limit else { return false }
        let merging = try row.optionalPayload(3, of: id).map { theirs in
          MergeRecord(note: id, base: try row.optionalPayload(2, of: id), theirs: theirs)
        }
        versions.append(try database.changeSetRow(row.integer(0)).version(note, merging: merging))
        note = try row.optionalPayload(1, of: id)
        return true
      }
      guard let first = note, versions.count < limit else { return versions }
      if let stored { origin = try InsertionRanges.changeSet(of: stored.row, in: database) }
      let row = try origin.map(database.changeSetRow) ?? .unknown(first)
      return versions + [row.version(first, merging: nil)]
    }
  }
}

extension SQLiteNoteHistory {
  /// How many changes of a reversal are handed back.
  private static let shown = 100

  /// Ends a reversal that takes nothing back.
  private struct Stop: Error {
    let result: UndoResult
  }

  func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> UndoStep
  ) async throws(StoreError) -> UndoResult {
    let journal = try access.opened()
    var stopped: UndoResult?
    do throws(StoreError) {
      return try journal.write(as: .undo(of: number)) { writer in
        do {
          return try takeBack(Int64(number), writer, decide)
        } catch let stop as Stop {
          stopped = stop.result
          throw stop
        }
      }
    } catch {
      // The transaction was rolled back.
      guard let stopped else { throw error }
      return stopped
    }
  }

  private func takeBack(
    _ number: Int64, _ writer: NoteWriter, _ decide: (NoteChange, Note?) -> UndoStep
  ) throws -> UndoResult {
    let database = writer.database
    guard
      let set = try database.first(
        ChangeSetRow.select + " WHERE id = ? AND notes > 0", [.integer(number)], ChangeSetRow.init)
    else { return .unknown }
    if let other = set.undoneBy { return .doneBefore(changeSet: Int(other)) }
    var (changes, refused): ([NoteChange], [NoteID]) = ([], [])
    try ChangeSetReader(database, of: set).forEachChange { change in
      let stored = try database.storedNote(change.id)
      switch decide(change, stored?.note) {
      case .leave: break
      case .refuse: refused.append(change.id)
      case .write(let note):
        guard refused.isEmpty, note != stored?.note else { break }
        if let stored { try writer.update(stored, to: note) } else { try writer.insert(note) }
        guard changes.count < Self.shown else { break }
        changes.append(NoteChange(id: change.id, before: stored?.note, after: note))
      }
    }
    guard refused.isEmpty else { throw Stop(result: .refused(refused.sorted())) }
    guard !changes.isEmpty else { return .done(changeSet: Int(number), changes: []) }
    try database.run(
      "UPDATE change_set SET undone_by = ? WHERE id = ?", [.integer(writer.history.number), .integer(number)])
    return .done(changeSet: Int(writer.history.number), changes: changes.sorted { $0.id < $1.id })
  }
}
