// The Core Data example, for SQLite: model, store coordinator and context are a schema, a database and a session.

import CSQLite
// guide: oxic-database
import Foundation
import WiringMacros

final class Schema: Sendable {
  let statement = "CREATE TABLE IF NOT EXISTS note (title TEXT NOT NULL)"
}

@Component
final class SchemaFactory: ObjectFactory, Sendable {
  func makeObject() -> Schema { Schema() }
}

@Component
final class DatabaseFactory: ObjectFactory, Sendable {
  private let schema: Schema
  private let storeURL: URL

  init(schema: Schema, storeURL: URL) {
    (self.schema, self.storeURL) = (schema, storeURL)
  }

  func makeObject() throws -> Database { try Database(schema: schema, storeURL: storeURL) }
}

/// Reads and writes notes.
@Component
final class DatabaseSession: Sendable {
  let database: Database

  init(database: Database) {
    self.database = database
  }

  func add(_ title: String) throws { _ = try database.texts(of: "INSERT INTO note VALUES (?)", title) }

  func titles() throws -> [String] { try database.texts(of: "SELECT title FROM note") }
}
// end

/// What SQLite says when it refuses something.
struct DatabaseError: Error {
  let code: Int32
}

/// An open database, with its tables.
final class Database: Sendable {
  let schema: Schema
  let storeURL: URL
  private let connection: Locked<OpaquePointer?>

  init(schema: Schema, storeURL: URL) throws {
    (self.schema, self.storeURL) = (schema, storeURL)
    var connection: OpaquePointer?
    let code = sqlite3_open(storeURL.path(percentEncoded: false), &connection)
    self.connection = Locked(connection)
    guard code == SQLITE_OK else { throw DatabaseError(code: code) }
    _ = try texts(of: schema.statement)
  }

  deinit { connection.withLock { _ = sqlite3_close($0) } }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - parameter: What stands for its `?`.
  /// - Returns: The first column of each row.
  func texts(of statement: String, _ parameter: String? = nil) throws -> [String] {
    try connection.withLock { connection in
      var prepared: OpaquePointer?
      defer { sqlite3_finalize(prepared) }
      var code = sqlite3_prepare_v2(connection, statement, -1, &prepared, nil)
      guard code == SQLITE_OK else { throw DatabaseError(code: code) }
      if let parameter { notes_bind_text(prepared, 1, parameter, Int32(parameter.utf8.count)) }
      var texts: [String] = []
      code = sqlite3_step(prepared)
      while code == SQLITE_ROW {
        if let text = sqlite3_column_text(prepared, 0) { texts.append(String(cString: text)) }
        code = sqlite3_step(prepared)
      }
      guard code == SQLITE_DONE else { throw DatabaseError(code: code) }
      return texts
    }
  }
}
