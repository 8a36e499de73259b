import GRDB
import NotesDomain

/// Reads what a set changed.
struct ChangeReader {
  private let database: Database
  private let set: ChangeSetRow

  init(_ database: Database, of set: ChangeSetRow) {
    self.database = database
    self.set = set
  }

  /// Some of the changes, by id. Of a large import they are among those that it brought first.
  func examples(atMost limit: Int) throws -> [NoteChange] {
    var ids = try database.all(
      "SELECT note FROM version WHERE change_set = ? ORDER BY note LIMIT ?",
      [.integer(set.number), .integer(Int64(limit))]
    ) { $0.id(0) }
    var looked = 0
    try forEachInsertedNote(columns: "id") { row in
      ids.append(row.id(0))
      looked += 1
      return looked < 64
    }
    return try ids.sorted().prefix(limit).map(change)
  }

  /// All changes, one by one: notes that were inserted come last. `body` may change notes meanwhile, but remove none.
  func forEachChange(_ body: (NoteChange) throws -> Void) throws {
    let changed = try database.all(
      "SELECT note FROM version WHERE change_set = ? ORDER BY note", [.integer(set.number)]
    ) { $0.id(0) }
    for id in changed { try body(change(of: id)) }
    var inserted: [NoteID] = []
    try forEachInsertedNote(columns: "id") { row in
      inserted.append(row.id(0))
      return true
    }
    for id in inserted { try body(change(of: id)) }
  }

  private func forEachInsertedNote(columns: String, while body: (SQLRow) throws -> Bool) throws {
    guard let rows = set.inserted else { return }
    try database.statement(
      """
      SELECT \(columns) FROM insertion CROSS JOIN note ON note.rowid BETWEEN first AND last
      WHERE first BETWEEN ? AND ? AND change_set = ? ORDER BY first, note.rowid
      """
    ).forEachRow(
      [.integer(rows.lowerBound), .integer(rows.upperBound), .integer(set.number)], while: body)
  }

  private func change(of id: NoteID) throws -> NoteChange {
    let before = try database.first(
      "SELECT before FROM version WHERE note = ? AND change_set = ?", [.id(id), .integer(set.number)]
    ) { try $0.payloadIfAny(0, of: id) }
    let next = try database.first(
      "SELECT before FROM version WHERE note = ? AND change_set > ? ORDER BY change_set LIMIT 1",
      [.id(id), .integer(set.number)]
    ) { try $0.payloadIfAny(0, of: id) }
    return NoteChange(id: id, before: before ?? nil, after: try next ?? database.note(id))
  }
}
