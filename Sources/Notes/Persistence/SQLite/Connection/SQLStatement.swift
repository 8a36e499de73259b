import CSQLite
import GRDB
import NotesDomain

/// A prepared statement, bound and read through SQLite's C interface.
///
/// GRDB caches the statement and owns the connection and its transactions. It binds a text up to its first zero byte only,
/// which would shorten a note without an error; see decision 5.
struct SQLStatement {
  private let prepared: Statement
  private let statement: OpaquePointer

  init(_ prepared: Statement) {
    self.prepared = prepared
    statement = prepared.sqliteStatement
  }

  /// Runs the statement and passes its rows to `body` until it returns `false`.
  func forEachRow(_ values: [SQLValue], while body: (SQLRow) throws -> Bool) throws {
    defer {
      sqlite3_reset(statement)
      // The bound texts may be large, and the statement stays in the cache.
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, at: Int32(index + 1)))
    }
    try withExtendedLifetime(prepared) {
      while true {
        let code = sqlite3_step(statement)
        switch code {
        case SQLITE_ROW: guard try body(SQLRow(statement: statement)) else { return }
        case SQLITE_DONE: return
        default: try check(code)
        }
      }
    }
  }

  /// Returns the first row, decoded.
  func first<Value>(_ values: [SQLValue], decode: (SQLRow) throws -> Value) throws -> Value? {
    var first: Value?
    try forEachRow(values) { row in
      first = try decode(row)
      return false
    }
    return first
  }

  /// Runs a statement without rows. Returns how many it inserted, changed or deleted, without those of triggers.
  @discardableResult
  func run(_ values: [SQLValue]) throws -> Int {
    try forEachRow(values) { _ in true }
    return Int(sqlite3_changes(sqlite3_db_handle(statement)))
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
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
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { notes_bind_blob(statement, index, $0.baseAddress, Int32($0.count)) }
    }
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    let message = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: prepared.sql)
  }
}

extension Database {
  /// Returns a statement from the cache, prepared if necessary.
  func statement(_ sql: String) throws -> SQLStatement { SQLStatement(try cachedStatement(sql: sql)) }

  /// Returns the first row of a statement, decoded.
  func first<Value>(_ sql: String, _ values: [SQLValue] = [], decode: (SQLRow) throws -> Value) throws -> Value? {
    try statement(sql).first(values, decode: decode)
  }

  /// Returns all rows of a statement, decoded.
  func all<Value>(_ sql: String, _ values: [SQLValue] = [], decode: (SQLRow) throws -> Value) throws -> [Value] {
    var all: [Value] = []
    try statement(sql).forEachRow(values) { row in
      all.append(try decode(row))
      return true
    }
    return all
  }

  /// Runs a statement without rows. Returns how many it inserted, changed or deleted, without those of triggers.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int { try statement(sql).run(values) }

  /// Returns whether a statement has a row.
  func exists(_ sql: String, _ values: [SQLValue] = []) throws -> Bool {
    try first(sql, values) { _ in true } ?? false
  }

  /// Returns the number in the first column of the first row; 0 without one.
  func number(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
    try first(sql, values) { $0.int(0) } ?? 0
  }
}

/// A value for a parameter of a statement.
enum SQLValue {
  case null
  case integer(Int64)
  case text(String)
  case id(NoteID)
  case bytes([UInt8])

  static func integer(_ value: Int64?) -> SQLValue { if let value { .integer(value) } else { .null } }
  static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }

  /// Returns the value of a `LIMIT`, to which SQLite gives another meaning when it is negative.
  static func limit(_ value: Int) -> SQLValue { .integer(Int64(max(0, value))) }
  static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 as Int64 : 0) }
  static func timestamp(_ value: Timestamp?) -> SQLValue { integer(value?.millisecondsSince1970) }
  static func revision(_ value: Revision?) -> SQLValue { integer(value?.number) }

  /// 128 bits, as 16 bytes, most significant first.
  static func bits(_ value: UInt128) -> SQLValue {
    .id(NoteID(high: UInt64(value >> 64), low: UInt64(truncatingIfNeeded: value)))
  }

  static func bytes(_ value: [UInt8]?) -> SQLValue { if let value { .bytes(value) } else { .null } }

  /// Returns the concatenated digests of blobs; NULL for an empty array.
  static func digests(_ value: [BlobDigest]) -> SQLValue {
    value.isEmpty ? .null : .bytes(value.flatMap(\.bytes))
  }

  /// Returns a note as its payload.
  static func payload(_ note: Note?) -> SQLValue { bytes(note.map(NotePayload.encode)) }
}
