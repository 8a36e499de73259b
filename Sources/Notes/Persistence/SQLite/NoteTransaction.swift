import GRDB
import NotesDisk
import NotesDomain

/// A transaction of ``NoteDatabase`` that writes notes together with their history and their state of sync.
///
/// Of the changes of a note in a change set, only the first one is recorded, since a set is undone as a whole. A note that a
/// set changes and changes back has no version in it.
final class NoteTransaction {
  /// The newest change set, which the next change of its kind joins.
  struct OpenChangeSet: Sendable {
    let number: Int64
    let kind: ChangeSet.Kind
    /// The action that began it; see ``NotesDomain/ChangeSet/action``.
    let action: Int?
  }

  let database: Database
  /// The number of the change set that changes join. Its row is written by ``finish()``, if there are changes.
  let changeSet: Int64
  private let kind: ChangeSet.Kind
  let made: Timestamp
  private let open: OpenChangeSet?
  private let isNew: Bool
  private let tracker: LocalChangeTracker?
  private var insertions: InsertionRanges
  /// The number of notes that the transaction added to the change set, less those that it removed from it.
  private var newNotes = 0
  private var hasChanges = false
  private var hasPurged = false
  /// Whether a text that a person deleted is gone with the transaction; see ``NoteDatabase/overwriteRemovedTexts()``.
  private(set) var hasRemovedText = false
  private var merges: [MergeRecord] = []
  /// Whether there are notes that the vault never had; `nil` before the first look.
  private var unsentNotes: Bool?
  /// The notes that sync or an import changed in this transaction, which may be merged; empty for other kinds.
  private var merged: Set<NoteID> = []

  /// Joins the change set of the previous transaction of this process, or prepares a new one.
  init(_ database: Database, kind: ChangeSet.Kind, made: Timestamp, after open: OpenChangeSet?) throws {
    self.database = database
    self.kind = kind
    self.made = made
    let newest = try database.first("SELECT ifnull(max(id), 0) FROM change_set") { $0.integer(0) } ?? 0
    // Another process may have changed notes since, perhaps the same ones.
    self.open = open?.number == newest ? open : nil
    isNew = self.open?.kind != kind || self.open?.action != ChangeSet.action
    guard newest < .max else { throw DatabaseError.corrupt("There is no number after that of the last change") }
    changeSet = isNew ? newest + 1 : newest
    insertions = InsertionRanges(database, changeSet: changeSet)
    tracker = try LocalChangeTracker(database)
  }

  /// Inserts a note that a person wrote, imported or restored.
  ///
  /// - Parameter versions: The versions that are restored, of which the note may have a size; see ``NoteLimit``.
  /// - Throws: ``StoreError/exists(_:)`` when its id is taken, ``StoreError/exceeds(_:_:)``.
  func insert(_ note: Note, restoring versions: [Note?] = []) throws {
    try check(note, against: versions)
    try recordChange(of: note.id, row: try insertRow(note), before: nil, after: note)
    try tracker?.changed(note.id, before: nil, after: note)
  }

  /// Writes a note that a person changed, imported or restored over the stored one.
  ///
  /// - Parameter versions: The versions that are restored, of which the note may have a size; see ``NoteLimit``.
  /// - Throws: ``StoreError/exceeds(_:_:)``.
  func update(_ stored: StoredNote, to note: Note, restoring versions: [Note?] = []) throws {
    try check(note, against: [stored.note] + versions)
    guard try replace(stored, with: note, id: note.id) else { return }
    try tracker?.changed(note.id, before: stored.note, after: note)
  }

  /// Removes a note and its history. A change set of kind ``ChangeSet/Kind/purge`` counts it.
  func purge(_ stored: StoredNote) throws {
    let id = stored.note.id
    try removeRow(stored)
    try forgetHistory(of: id, row: stored.row)
    newNotes += 1
    try tracker?.changed(id, before: stored.note, after: nil)
  }

  /// Inserts the copy of a conflict, which has the content of an edit under a longer title.
  func insert(_ copy: Note, of conflict: NoteConflict) throws {
    try check(conflict.ours, against: [conflict.theirs])
    try insert(copy, restoring: [copy])
  }

  private func check(_ note: Note, against versions: [Note?]) throws {
    if let excess = note.excess(over: versions.compactMap(\.self)) { throw StoreError.exceeds(note.id, excess) }
  }

  /// Writes or removes a note as sync decided. The caller updates the state of sync.
  func applySynced(_ note: Note?, for id: NoteID) throws {
    _ = try replace(try database.storedNote(id), with: note, id: id)
  }

  /// Returns whether there are notes that the vault never had. Those that the transaction itself adds do not count.
  func hasUnsentNotes() throws -> Bool {
    if let unsentNotes { return unsentNotes }
    let found = try database.exists("SELECT 1 FROM sync_item WHERE dirty = 1 AND block IS NULL AND revision = 0")
    unsentNotes = found
    return found
  }
  /// Gives a note another identifier, with its history and its conflicts. There is no note with that one.
  func rename(_ id: NoteID, to other: NoteID) throws {
    try database.run("UPDATE note SET id = ? WHERE id = ?", [.id(other), .id(id)])
    // A note that was deleted under this identifier keeps its own history, and both are one.
    try database.run("UPDATE OR IGNORE version SET note = ? WHERE note = ?", [.id(other), .id(id)])
    try database.renameInConflicts(id, to: other)
    try forgetInsertion(of: other)
  }

  /// Takes the insertion of a note out of its change set, whose undo would remove the note.
  private func forgetInsertion(of id: NoteID) throws {
    var changeSets = try database.all(
      "DELETE FROM version WHERE note = ? AND before IS NULL RETURNING change_set", [.id(id)]
    ) { $0.integer(0) }
    let row = try database.first("SELECT rowid FROM note WHERE id = ?", [.id(id)]) { $0.integer(0) }
    if let row, let origin = try insertions.changeSet(of: row) {
      try insertions.remove(row)
      changeSets.append(origin)
    }
    try leave(changeSets)
  }

  /// Notes that the transaction removes a text whose pages are to be overwritten at the end of the sync.
  func removesText() { hasRemovedText = true }

  /// Records the origin of a merged version. Ignored when the transaction does not change that note.
  func record(_ merge: MergeRecord) { merges.append(merge) }

  /// Writes the row of the change set, and returns the set that the next changes of its kind join.
  func finish() throws -> OpenChangeSet? {
    try insertions.flush()
    for merge in merges where merged.contains(merge.note) { try write(merge) }
    guard hasChanges || hasPurged else { return open }
    if isNew {
      guard newNotes > 0 else { return try unlessEmpty(open) }
      try database.run(
        "INSERT INTO change_set (id, made, kind, undoes, notes) VALUES (?, ?, ?, ?, ?)",
        [.integer(changeSet), .timestamp(made), .integer(kind.code), .integer(kind.undone), .integer(newNotes)])
    } else if newNotes != 0 {
      try database.run(
        "UPDATE change_set SET notes = notes + ? WHERE id = ?", [.integer(newNotes), .integer(changeSet)])
    }
    try insertions.widenChangeSet()
    return try unlessEmpty(OpenChangeSet(number: changeSet, kind: kind, action: ChangeSet.action))
  }

  private func unlessEmpty(_ set: OpenChangeSet?) throws -> OpenChangeSet? {
    guard let set, hasPurged || newNotes <= 0 else { return set }
    let notes = try database.number("SELECT notes FROM change_set WHERE id = ?", [.integer(set.number)])
    return notes > 0 ? set : nil
  }
}

/// The rows of table `note`. Private, so that no note is written without its history.
extension NoteTransaction {
  /// Writes a note unless it equals the stored one, and returns whether it did.
  private func replace(_ stored: StoredNote?, with note: Note?, id: NoteID) throws -> Bool {
    guard stored?.note != note else { return false }
    var row = stored?.row ?? 0
    switch (stored, note) {
    case (nil, let note?): row = try insertRow(note)
    case (let stored?, let note?): try updateRow(stored, to: note)
    case (let stored?, nil): try removeRow(stored)
    case (nil, nil): return false
    }
    try recordChange(of: id, row: row, before: stored?.note, after: note)
    return true
  }

  /// Returns the number of the new row.
  private func insertRow(_ note: Note) throws -> Int64 {
    let inlineTags = note.inlineTags
    do {
      try database.run(
        """
        INSERT INTO note (id, title, tags, inline_tags, notebook, pinned, archived, trashed, created, modified,
          foreign_front_matter, body, attachments, file_name)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, NoteColumns.values(of: note, inlineTags: inlineTags))
    } catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE {
      throw StoreError.exists(note.id)
    }
    let row = database.lastInsertedRowID
    try database.index(note, inlineTags: inlineTags, row: row)
    return row
  }

  private func updateRow(_ stored: StoredNote, to note: Note) throws {
    let inlineTags = note.inlineTags
    try database.reindex(row: stored.row, as: note, inlineTags: inlineTags) {
      try database.run(
        """
        UPDATE note SET title = ?2, tags = ?3, inline_tags = ?4, notebook = ?5, pinned = ?6, archived = ?7, trashed = ?8,
          created = ?9, modified = ?10, foreign_front_matter = ?11, body = ?12, attachments = ?13,
          file_name = ?14
        WHERE id = ?1
        """, NoteColumns.values(of: note, inlineTags: inlineTags))
    }
    try database.reindexLinks(row: stored.row, from: stored.note, to: note)
  }

  private func removeRow(_ stored: StoredNote) throws {
    try database.removeFromIndexes(stored)
    try database.run("DELETE FROM note WHERE rowid = ?", [.integer(stored.row)])
  }
}

/// The tables `version` and `insertion`.
extension NoteTransaction {
  /// Records a note as it was before a change. The row is also passed when it was just removed.
  private func recordChange(of id: NoteID, row: Int64, before: Note?, after: Note?) throws {
    hasChanges = true
    if kind == .sync || kind == .imported { merged.insert(id) }
    let last = try database.first(
      "SELECT change_set, before FROM version WHERE note = ? ORDER BY change_set DESC LIMIT 1", [.id(id)]
    ) { (changeSet: $0.integer(0), before: $0.optionalBytes(1)) }
    let isRemoved = before != nil && after == nil
    let isFirstChange = before != nil && last?.changeSet != changeSet
    let origin = isRemoved || isFirstChange ? try insertions.changeSet(of: row) : nil
    if isRemoved, let origin, origin != changeSet {
      // A range holds only rows that exist: the insertion becomes a version.
      try insertions.remove(row)
      try addVersion(of: id, changeSet: origin, before: nil)
    }
    if let last, last.changeSet == changeSet {
      if last.before == after.map(NotePayload.encode) { try removeVersion(of: id) } else { try clearMerge(of: id) }
    } else if origin == changeSet {
      if isRemoved {
        try insertions.remove(row)
        newNotes -= 1
      }
    } else {
      if before == nil, last == nil {
        try insertions.add(row)
      } else {
        try addVersion(of: id, changeSet: changeSet, before: before)
      }
      newNotes += 1
    }
  }

  private func forgetHistory(of id: NoteID, row: Int64) throws {
    hasPurged = true
    try database.forgetConflicts(of: id)
    var changeSets = try database.all("DELETE FROM version WHERE note = ? RETURNING change_set", [.id(id)]) {
      $0.integer(0)
    }
    if let origin = try insertions.changeSet(of: row) {
      try insertions.remove(row)
      changeSets.append(origin)
    }
    try leave(changeSets)
  }

  /// Takes a note off the numbers of notes of change sets.
  private func leave(_ changeSets: [Int64]) throws {
    for number in changeSets {
      if number == changeSet {
        newNotes -= 1
      } else {
        try database.run("UPDATE change_set SET notes = notes - 1 WHERE id = ?", [.integer(number)])
      }
    }
  }

  private func addVersion(of id: NoteID, changeSet: Int64, before: Note?) throws {
    try database.run(
      "INSERT INTO version (note, change_set, before) VALUES (?, ?, ?)",
      [.id(id), .integer(changeSet), .payload(before)])
  }

  private func removeVersion(of id: NoteID) throws {
    try database.run("DELETE FROM version WHERE note = ? AND change_set = ?", [.id(id), .integer(changeSet)])
    newNotes -= 1
  }

  private func clearMerge(of id: NoteID) throws {
    try database.run(
      "UPDATE version SET merge_base = NULL, merge_theirs = NULL WHERE note = ? AND change_set = ?",
      [.id(id), .integer(changeSet)])
  }

  private func write(_ merge: MergeRecord) throws {
    let row = try database.first("SELECT rowid FROM note WHERE id = ?", [.id(merge.note)]) { $0.integer(0) }
    if let row, try insertions.changeSet(of: row) == changeSet {
      try insertions.remove(row)
      try addVersion(of: merge.note, changeSet: changeSet, before: nil)
    }
    try database.run(
      "UPDATE version SET merge_base = ?, merge_theirs = ? WHERE note = ? AND change_set = ?",
      [.payload(merge.base), .payload(merge.theirs), .id(merge.note), .integer(changeSet)])
  }
}
