import CSQLite
import GRDB
import NotesDomain

/// Statements, bound and read through SQLite's C interface; see ``SQLRow`` for why. GRDB keeps the prepared statements,
/// the transactions and the connection.
extension Database {
  /// Runs a statement and hands over its rows one by one.
  func forEachRow(_ sql: String, _ values: [SQLValue] = [], do body: (SQLRow) throws -> Void) throws {
    let prepared = try cachedStatement(sql: sql)
    let statement = prepared.sqliteStatement
    defer {
      sqlite3_reset(statement)
      // The texts that were bound may be large, and the statement stays.
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, to: statement, at: Int32(index + 1)), sql)
    }
    try withExtendedLifetime(prepared) {
      while true {
        let code = sqlite3_step(statement)
        switch code {
        case SQLITE_ROW: try body(SQLRow(statement: statement))
        case SQLITE_DONE: return
        default: try check(code, sql)
        }
      }
    }
  }

  /// The first row of a statement.
  func first<Value>(_ sql: String, _ values: [SQLValue] = [], _ decode: (SQLRow) throws -> Value) throws -> Value? {
    var first: Value?
    try forEachRow(sql, values) { row in
      if first == nil { first = try decode(row) }
    }
    return first
  }

  /// All rows of a statement.
  func all<Value>(_ sql: String, _ values: [SQLValue] = [], _ decode: (SQLRow) throws -> Value) throws -> [Value] {
    var all: [Value] = []
    try forEachRow(sql, values) { all.append(try decode($0)) }
    return all
  }

  /// Runs a statement that gives no rows.
  ///
  /// - Returns: How many rows it inserted, changed or deleted, those of triggers not included.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
    try forEachRow(sql, values) { _ in }
    return Int(sqlite3_changes(sqliteConnection))
  }

  private func bind(_ value: SQLValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          notes_bind_text(statement, index, $0.baseAddress, Int32($0.count))
        }
      }
    case .id(let id):
      return withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) {
        notes_bind_blob(statement, index, $0.baseAddress, Int32($0.count))
      }
    }
  }

  private func check(_ code: Int32, _ sql: String) throws {
    guard code != SQLITE_OK else { return }
    let message = sqlite3_errmsg(sqliteConnection).map { String(cString: $0) }
    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
  }
}
