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
    try forEachInsertedNote { id in
      ids.append(id)
      looked += 1
      return looked < 64
    }
    return try ids.sorted().prefix(limit).map(change)
  }

  /// All changes, one by one, by id. `body` may change notes meanwhile, but remove none.
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
    ).forEachRow(
      [.integer(rows.lowerBound), .integer(rows.upperBound), .integer(set.number)]
    ) { try body($0.id(0)) }
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
