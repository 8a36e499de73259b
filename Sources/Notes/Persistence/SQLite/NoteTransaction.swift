import GRDB
import NotesDomain

/// Writes notes in a transaction of ``NoteJournal``.
struct NoteWriter {
  let database: Database
  let history: HistoryWriter
  private let marks: LocalChangeTracker?

  init(_ database: Database, history: HistoryWriter) throws {
    self.database = database
    self.history = history
    marks = try LocalChangeTracker(database)
  }

  /// Adds a note that a person wrote or imported; throws ``StoreError/exists(_:)`` when its id is taken.
  func insert(_ note: Note) throws {
    try history.record(note.id, row: try database.insert(note), before: nil, after: note)
    try marks?.changed(note.id, before: nil, after: note)
  }

  /// Writes a note that a person changed or imported.
  func update(_ stored: StoredNote, to note: Note) throws {
    guard try replace(stored, with: note, id: note.id) else { return }
    try marks?.changed(note.id, before: stored.note, after: note)
  }

  /// Writes an imported note over the one with its id.
  func replace(with note: Note) throws {
    guard let stored = try database.storedNote(note.id) else { return }
    try update(stored, to: note)
  }

  /// Removes a note for good, and its history with it.
  func purge(_ stored: StoredNote) throws {
    let id = stored.note.id
    try database.remove(stored)
    try history.forget(id, row: stored.row)
    try marks?.changed(id, before: stored.note, after: nil)
  }

  /// Writes a note, or removes it, as sync does, which keeps its place itself.
  func adopt(_ note: Note?, for id: NoteID) throws {
    _ = try replace(try database.storedNote(id), with: note, id: id)
  }

  /// - Returns: Whether that changed anything.
  private func replace(_ stored: StoredNote?, with note: Note?, id: NoteID) throws -> Bool {
    guard stored?.note != note else { return false }
    var row = stored?.row ?? 0
    switch (stored, note) {
    case (nil, let note?): row = try database.insert(note)
    case (let stored?, let note?): try database.update(stored, to: note)
    case (let stored?, nil): try database.remove(stored)
    case (nil, nil): return false
    }
    try history.record(id, row: row, before: stored?.note, after: note)
    return true
  }
}

/// Writes down, in one transaction of ``NoteJournal``, what the notes were that it changes.
///
/// A note's first change in a set counts: a set is taken back as a whole. What a set changes and changes back leaves no
/// trace.
final class HistoryWriter {
  private let database: Database
  private let kind: ChangeSet.Kind
  private let made: Timestamp
  private let open: OpenChangeSet?
  /// The number of the set that changes join; it is made with the first of them.
  let number: Int64
  private let isNew: Bool
  private var newNotes = 0
  private var hasChanges = false
  private var hasForgotten = false
  private var inserted: InsertionRanges
  private var mergings: [MergeRecord] = []
  /// The notes that the transaction changed, as far as anything depends on it.
  private var synced: Set<NoteID> = []

  /// Goes on with a set, or begins one.
  ///
  /// - Parameters:
  ///   - database: The connection, in a transaction.
  ///   - kind: Who changes notes.
  ///   - made: When.
  ///   - open: The set that the last changes joined.
  init(_ database: Database, kind: ChangeSet.Kind, made: Timestamp, after open: OpenChangeSet?) throws {
    self.database = database
    self.kind = kind
    self.made = made
    let newest = try database.first("SELECT ifnull(max(id), 0) FROM change_set") { $0.integer(0) } ?? 0
    // Another process may have changed notes since, perhaps the very same ones.
    self.open = open?.number == newest ? open : nil
    isNew = self.open?.kind != kind
    number = isNew ? newest + 1 : newest
    inserted = InsertionRanges(database, changeSet: number)
  }

  /// Remembers what a note was.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - row: The row in which it lies or lay.
  ///   - before: The note before; `nil` when it was not there.
  ///   - after: The note after; `nil` when it is not there any more.
  func record(_ id: NoteID, row: Int64, before: Note?, after: Note?) throws {
    hasChanges = true
    if kind == .sync { synced.insert(id) }
    let last = try database.first(
      "SELECT change_set, before FROM version WHERE note = ? ORDER BY change_set DESC LIMIT 1", [.id(id)]
    ) { (changeSet: $0.integer(0), before: $0.optionalBytes(1)) }
    let isRemoved = before != nil && after == nil
    let isPlain = before != nil && last?.changeSet != number
    let origin = isRemoved || isPlain ? try inserted.changeSet(of: row) : nil
    if isRemoved, let origin, origin != number {
      try inserted.remove(row)
      try add(id, changeSet: origin, before: nil)
    }
    if let last, last.changeSet == number {
      if last.before == after.map(NotePayload.encode) { try takeBack(id) } else { try dropMerging(id) }
    } else if origin == number {
      if isRemoved {
        try inserted.remove(row)
        newNotes -= 1
      }
    } else {
      if before == nil, last == nil { try inserted.add(row) } else { try add(id, changeSet: number, before: before) }
      newNotes += 1
    }
  }

  /// Remembers, at the end, where a version came from; nothing when the transaction made none of that note.
  func record(_ merging: MergeRecord) {
    mergings.append(merging)
  }

  /// Forgets everything about a note.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - row: The row in which it lay.
  func forget(_ id: NoteID, row: Int64) throws {
    hasForgotten = true
    let sets = try database.all("DELETE FROM version WHERE note = ? RETURNING change_set", [.id(id)]) { $0.integer(0) }
    var others = sets
    if let origin = try inserted.changeSet(of: row) {
      try inserted.remove(row)
      others.append(origin)
    }
    for changeSet in others {
      if changeSet == number {
        newNotes -= 1
      } else {
        try database.run("UPDATE change_set SET notes = notes - 1 WHERE id = ?", [.integer(changeSet)])
      }
    }
  }

  /// Writes the set.
  ///
  /// - Returns: The set that the next changes of its kind join.
  func finish() throws -> OpenChangeSet? {
    try inserted.flush()
    for merging in mergings where synced.contains(merging.note) { try write(merging) }
    guard hasChanges || hasForgotten else { return open }
    if isNew {
      guard newNotes > 0 else { return try remaining(open) }
      try database.run(
        "INSERT INTO change_set (id, made, kind, undoes, notes) VALUES (?, ?, ?, ?, ?)",
        [.integer(number), .timestamp(made), .integer(kind.code), .integer(kind.undone), .integer(Int64(newNotes))])
    } else if newNotes != 0 {
      try database.run(
        "UPDATE change_set SET notes = notes + ? WHERE id = ?", [.integer(Int64(newNotes)), .integer(number)])
    }
    try inserted.widenChangeSet()
    return try remaining(OpenChangeSet(number: number, kind: kind))
  }

  /// A set, unless it has lost its last change.
  private func remaining(_ set: OpenChangeSet?) throws -> OpenChangeSet? {
    guard let set, hasForgotten || newNotes <= 0 else { return set }
    let notes = try database.first("SELECT notes FROM change_set WHERE id = ?", [.integer(set.number)]) {
      $0.integer(0)
    }
    return notes ?? 0 > 0 ? set : nil
  }

  private func add(_ id: NoteID, changeSet: Int64, before: Note?) throws {
    try database.run(
      "INSERT INTO version (note, change_set, before) VALUES (?, ?, ?)",
      [.id(id), .integer(changeSet), .payload(before)])
  }

  private func takeBack(_ id: NoteID) throws {
    try database.run("DELETE FROM version WHERE note = ? AND change_set = ?", [.id(id), .integer(number)])
    newNotes -= 1
  }

  private func dropMerging(_ id: NoteID) throws {
    try database.run(
      "UPDATE version SET merge_base = NULL, merge_theirs = NULL WHERE note = ? AND change_set = ?",
      [.id(id), .integer(number)])
  }

  private func write(_ merging: MergeRecord) throws {
    let row = try database.first("SELECT rowid FROM note WHERE id = ?", [.id(merging.note)]) { $0.integer(0) }
    if let row, try inserted.changeSet(of: row) == number {
      try inserted.remove(row)
      try add(merging.note, changeSet: number, before: nil)
    }
    try database.run(
      "UPDATE version SET merge_base = ?, merge_theirs = ? WHERE note = ? AND change_set = ?",
      [.payload(merging.base), .payload(merging.theirs), .id(merging.note), .integer(number)])
  }
}
