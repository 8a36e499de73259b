import NotesDomain
import NotesTestSupport

@testable import NotesPostgres

/// A server's database in a schema of its own, which several processes could share.
struct TestDatabase {
  let address: String
  let database: PostgresDatabase

  init(connections: Int = 16) async throws {
    address = try await PostgresCluster.shared.makeSchema()
    database = try Self.open(address, connections: connections)
  }

  var store: PostgresServerStore { PostgresServerStore(database: database) }

  /// Opens the database as another node does.
  func node() throws -> TestDatabase { try TestDatabase(address: address, database: Self.open(address)) }

  private init(address: String, database: PostgresDatabase) {
    self.address = address
    self.database = database
  }

  private static func open(_ address: String, connections: Int = 16) throws -> PostgresDatabase {
    try PostgresDatabase(settings: PostgresSettings(address: address, maximumConnections: connections))
  }

  /// Runs statements on a connection of their own.
  func run(_ sql: String) throws {
    try PostgresConnection(PostgresAddress(address, environment: [:])).run(script: sql)
  }
}
