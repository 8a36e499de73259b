import GRDB
import NotesDomain

/// The conflicts, in the file of the notes.
struct SQLiteConflictStore: ConflictStore {
  let store: LazyNoteDatabase

  func add(_ conflict: NoteConflict, copy: Note) async throws(StoreError) -> Note {
    try await store.opened().transaction(as: .local) { transaction in
      for earlier in try transaction.database.openConflicts() where earlier.isOfSameEdit(as: conflict) {
        let stored = try transaction.database.storedNote(earlier.copy)?.note
        if let stored, stored.trashed == nil { return stored }
      }
      try transaction.insert(copy, of: conflict)
      try transaction.database.record(conflict)
      return copy
    }
  }

  func conflicts() async throws(StoreError) -> [NoteConflict] {
    try await store.opened().query { try $0.openConflicts() }
  }

  func settle(
    _ id: NoteConflict.ID, decide: @escaping @Sendable (ConflictSides) -> ConflictSides?
  ) async throws(StoreError) -> ConflictSettlement {
    try await store.opened().transaction(as: .local) { transaction in
      guard let conflict = try transaction.database.openConflicts(id).first else { return .unknown }
      let stored = try [conflict.note, conflict.copy].map { try transaction.database.storedNote($0) }
      let before = ConflictSides(note: stored[0]?.note, copy: stored[1]?.note)
      guard let after = decide(before) else { return .refused(before) }
      var updates: [NoteUpdate] = []
      for (stored, note) in zip(stored, [after.note, after.copy]) {
        guard let note, note != stored?.note else { continue }
        // Either text may have any size that the store has.
        let versions = [conflict.theirs, conflict.ours, before.note, before.copy]
        if let stored {
          try transaction.update(stored, to: note, restoring: versions)
          updates.append(NoteUpdate(before: stored.note, after: note))
        } else {
          try transaction.insert(note, restoring: versions)
        }
      }
      _ = try transaction.mendLinks(after: updates, heir: after.kept)
      let changeSet = before == after ? nil : transaction.changeSet
      // Without one of its notes, which was removed permanently, the conflict would keep its text where no list shows it.
      let isWhole = after.note != nil && after.copy != nil
      try transaction.database.settle(conflict, in: isWhole ? changeSet : nil)
      return .settled(after, changeSet: changeSet.map(Int.init))
    }
  }
}

/// The table `conflict`. A settled conflict stays while the history has its resolution.
extension Database {
  func record(_ conflict: NoteConflict) throws {
    try run(
      "INSERT OR REPLACE INTO conflict (copy, note, base, theirs, ours, met) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .id(conflict.copy), .id(conflict.note), .payload(conflict.base), .payload(conflict.theirs),
        .payload(conflict.ours), .timestamp(conflict.detected),
      ])
  }

  /// Returns the conflicts that are not settled, oldest first.
  ///
  /// - Parameter id: The only conflict to return; `nil` for all.
  fileprivate func openConflicts(_ id: NoteConflict.ID? = nil) throws -> [NoteConflict] {
    try all(
      """
      SELECT copy, note, base, theirs, ours, met FROM conflict
      WHERE settled_by IS NULL\(id == nil ? "" : " AND copy = ?") ORDER BY number
      """, [id.map(SQLValue.id)].compactMap(\.self)
    ) { row in
      let (copy, note) = (row.id(0), row.id(1))
      return NoteConflict(
        note: note, copy: copy, base: try row.optionalPayload(2, of: note), theirs: try row.payload(3, of: note),
        ours: try row.payload(4, of: note), detected: row.timestamp(5))
    }
  }

  func openConflictCount() throws -> Int { try number("SELECT count(*) FROM conflict WHERE settled_by IS NULL") }

  /// Settles a conflict in a change set, whose undo reopens it; `nil` to forget the conflict.
  fileprivate func settle(_ conflict: NoteConflict, in changeSet: Int64?) throws {
    if let changeSet {
      try run(
        "UPDATE conflict SET settled_by = ?, reopened_by = NULL WHERE copy = ?",
        [.integer(changeSet), .id(conflict.copy)])
    } else {
      try forget(conflict: conflict.id)
    }
  }

  /// Removes a conflict that is not settled. Returns whether there was one.
  @discardableResult
  func forget(conflict id: NoteConflict.ID) throws -> Bool {
    try run("DELETE FROM conflict WHERE copy = ? AND settled_by IS NULL", [.id(id)]) > 0
  }

  /// Lets conflicts name another note.
  func renameInConflicts(_ id: NoteID, to other: NoteID) throws {
    try run("UPDATE conflict SET note = ? WHERE note = ?", [.id(other), .id(id)])
    try run("UPDATE OR IGNORE conflict SET copy = ? WHERE copy = ?", [.id(other), .id(id)])
  }

  /// Reopens the conflicts that a change set settled, and settles those that it reopened, when another one undoes it.
  func revertConflicts(of changeSet: Int64, in reversal: Int64) throws {
    let values: [SQLValue] = [.integer(reversal), .integer(changeSet)]
    try run(
      "UPDATE conflict SET settled_by = ?1, reopened_by = NULL WHERE reopened_by = ?2 AND settled_by IS NULL", values)
    try run(
      """
      DELETE FROM conflict WHERE settled_by = ?
        AND (note NOT IN (SELECT id FROM note) OR copy NOT IN (SELECT id FROM note))
      """, [.integer(reversal)])
    try run("UPDATE conflict SET settled_by = NULL, reopened_by = ?1 WHERE settled_by = ?2", values)
  }

  /// Removes the settled conflicts of a note that is removed with its history.
  func forgetConflicts(of id: NoteID) throws {
    try run("DELETE FROM conflict WHERE settled_by IS NOT NULL AND (note = ?1 OR copy = ?1)", [.id(id)])
  }
}
