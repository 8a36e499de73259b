import GRDB

/// The table `insertion`: the change sets that inserted the existing notes, as ranges of rows.
///
/// SQLite gives a new note the row after the last one, so that the rows of a transaction are adjacent.
struct InsertionRanges {
  private typealias Range = (rows: ClosedRange<Int64>, changeSet: Int64)

  private let database: Database
  private let changeSet: Int64
  private var pending: ClosedRange<Int64>?
  private var bounds: ClosedRange<Int64>?

  init(_ database: Database, changeSet: Int64) {
    self.database = database
    self.changeSet = changeSet
  }

  mutating func add(_ row: Int64) throws {
    if let rows = pending, row == rows.upperBound + 1 {
      pending = rows.lowerBound...row
    } else {
      try flush()
      pending = row...row
    }
  }

  mutating func changeSet(of row: Int64) throws -> Int64? { try range(with: row)?.changeSet }

  mutating func remove(_ row: Int64) throws {
    guard let range = try range(with: row) else { return }
    try database.run("DELETE FROM insertion WHERE first = ?", [.integer(range.rows.lowerBound)])
    if range.rows.lowerBound < row { try write(range.rows.lowerBound...row - 1, of: range.changeSet) }
    if row < range.rows.upperBound { try write(row + 1...range.rows.upperBound, of: range.changeSet) }
  }

  mutating func flush() throws {
    guard let rows = pending else { return }
    pending = nil
    bounds = min(rows.lowerBound, bounds?.lowerBound ?? .max)...max(rows.upperBound, bounds?.upperBound ?? .min)
    let before = try range(with: rows.lowerBound - 1)
    if let before, before.changeSet == changeSet, before.rows.upperBound == rows.lowerBound - 1 {
      try write(before.rows.lowerBound...rows.upperBound, of: changeSet)
    } else {
      try write(rows, of: changeSet)
    }
  }

  /// Extends the range of rows in the change set's own row, which must exist.
  func widenChangeSet() throws {
    guard let bounds else { return }
    try database.run(
      """
      UPDATE change_set SET first_inserted = min(?1, ifnull(first_inserted, ?1)), last_inserted = max(?2, ifnull(last_inserted, ?2))
      WHERE id = ?3
      """, [.integer(bounds.lowerBound), .integer(bounds.upperBound), .integer(changeSet)])
  }

  /// Returns the change set that inserted a row, according to the table.
  static func changeSet(of row: Int64, in database: Database) throws -> Int64? {
    try range(with: row, in: database)?.changeSet
  }

  private mutating func range(with row: Int64) throws -> Range? {
    try flush()
    return try Self.range(with: row, in: database)
  }

  private static func range(with row: Int64, in database: Database) throws -> Range? {
    try database.first(
      "SELECT first, last, change_set FROM insertion WHERE first <= ? ORDER BY first DESC LIMIT 1", [.integer(row)]
    ) { found in
      let (first, last) = (found.integer(0), found.integer(1))
      return row <= last ? (rows: first...max(first, last), changeSet: found.integer(2)) : nil
    } ?? nil
  }

  private func write(_ rows: ClosedRange<Int64>, of changeSet: Int64) throws {
    try database.run(
      "INSERT OR REPLACE INTO insertion (first, last, change_set) VALUES (?, ?, ?)",
      [.integer(rows.lowerBound), .integer(rows.upperBound), .integer(changeSet)])
  }
}
