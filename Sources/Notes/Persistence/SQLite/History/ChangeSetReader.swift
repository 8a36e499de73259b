import GRDB
import NotesDomain

/// Reads the changes of a change set.
struct ChangeSetReader {
  let database: Database
  let set: ChangeSetRow

  /// Returns some of the changes, by id. For a large import, some of its first notes.
  func examples(atMost limit: Int) throws -> [NoteChange] {
    var ids = try database.all(
      "SELECT note FROM version WHERE change_set = ? ORDER BY note LIMIT ?",
      [.integer(set.number), .integer(limit)]
    ) { $0.id(0) }
    var count = 0
    try forEachInsertedNote { id in
      ids.append(id)
      count += 1
      return count < 64
    }
    return try ids.sorted().prefix(limit).map(change)
  }

  /// Passes all changes to `body`, by id. It may change notes, but not remove any.
  func forEachChange(_ body: (NoteChange) throws -> Void) throws {
    var ids = try database.all("SELECT note FROM version WHERE change_set = ?", [.integer(set.number)]) { $0.id(0) }
    try forEachInsertedNote { id in
      ids.append(id)
      return true
    }
    for id in ids.sorted() { try body(change(of: id)) }
  }

  private func forEachInsertedNote(while body: (NoteID) throws -> Bool) throws {
    guard let rows = set.inserted else { return }
    try database.statement(
      """
      SELECT note.id FROM insertion CROSS JOIN note ON note.rowid BETWEEN first AND last
      WHERE first BETWEEN ? AND ? AND change_set = ? ORDER BY first, note.rowid
      """
    ).forEachRow([.integer(rows.lowerBound), .integer(rows.upperBound), .integer(set.number)]) { try body($0.id(0)) }
  }

  private func change(of id: NoteID) throws -> NoteChange {
    let before = try database.first(
      "SELECT before FROM version WHERE note = ? AND change_set = ?", [.id(id), .integer(set.number)]
    ) { try $0.optionalPayload(0, of: id) }
    let next = try database.first(
      "SELECT before FROM version WHERE note = ? AND change_set > ? ORDER BY change_set LIMIT 1",
      [.id(id), .integer(set.number)]
    ) { try $0.optionalPayload(0, of: id) }
    return NoteChange(id: id, before: before ?? nil, after: try next ?? database.note(id))
  }
}

/// A row of the table `change_set`.
struct ChangeSetRow {
  static let select =
    "SELECT id, made, kind, undoes, undone_by, notes, first_inserted, last_inserted FROM change_set"

  let number: Int64
  let made: Timestamp
  let kind: ChangeSet.Kind
  let undoneBy: Int64?
  let notes: Int64
  /// A range that contains all rows that the set inserted, and possibly others.
  let inserted: ClosedRange<Int64>?

  init(_ row: SQLRow) {
    number = row.integer(0)
    made = row.timestamp(1)
    kind = ChangeSet.Kind(code: row.integer(2), undone: row.integer(3))
    undoneBy = row.optionalInteger(4)
    notes = row.integer(5)
    inserted = row.optionalInteger(6).map { $0...max($0, row.integer(7)) }
  }

  /// Creates a substitute for the change set of a note that is older than the history.
  init(unknownOf note: Note) {
    (number, made, kind, undoneBy, notes, inserted) = (0, note.modified, .local, nil, 0, nil)
  }

  func changeSet(examples: [NoteChange]) -> ChangeSet {
    ChangeSet(
      id: Int(number), created: made, kind: kind, count: Int(notes), examples: examples,
      undoneBy: undoneBy.map(Int.init))
  }

  func version(_ note: Note?, merging: MergeRecord?) -> NoteVersion {
    NoteVersion(changeSet: Int(number), created: made, kind: kind, note: note, merge: merging)
  }
}

extension Database {
  /// Returns the row of a change set that a version refers to.
  func changeSetRow(_ number: Int64) throws -> ChangeSetRow {
    let row = try first(ChangeSetRow.select + " WHERE id = ?", [.integer(number)], decode: ChangeSetRow.init)
    guard let row else { throw DatabaseError.corrupt("There is no change set \(number)") }
    return row
  }
}

extension ChangeSet.Kind {
  fileprivate init(code: Int64, undone: Int64) {
    switch code {
    case 1: self = .imported
    case 2: self = .sync
    case 3: self = .undo(of: Int(undone))
    case 4: self = .purge
    // 0. No other number is written.
    default: self = .local
    }
  }

  var code: Int64 {
    switch self {
    case .local: 0
    case .imported: 1
    case .sync: 2
    case .undo: 3
    case .purge: 4
    }
  }

  var undone: Int64? {
    if case .undo(let number) = self { Int64(number) } else { nil }
  }
}
