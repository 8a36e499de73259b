import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesPostgres

/// A server's database in a schema of its own, which several processes could share.
struct TestDatabase {
  let address: String
  /// The address without a pooler; `nil` for the same one.
  let directAddress: String?
  let database: PostgresDatabase

  init(connections: Int = 16, clock: any Clock<Duration> = ContinuousClock()) async throws {
    try self.init(
      address: await PostgresCluster.shared.makeSchema(), connections: connections, clock: clock)
  }

  /// Opens the database of an address.
  init(
    address: String, directAddress: String? = nil, connections: Int = 16,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    (self.address, self.directAddress) = (address, directAddress)
    database = try PostgresDatabase(
      settings: PostgresSettings(
        address: address, maximumConnections: connections, directAddress: directAddress), clock: clock)
  }

  /// Creates a database of its own, behind a pooler.
  static func pooled() async throws -> TestDatabase {
    let cluster = try await PostgresCluster.shared
    let addresses = try cluster.pooler().addresses(of: await cluster.makeDatabase())
    return try TestDatabase(address: addresses.pooled, directAddress: addresses.direct)
  }

  var store: PostgresServerStore { PostgresServerStore(database: database) }

  var stores: ServerStores {
    ServerStores(
      vaults: store, accounts: PostgresAccountStore(database: database), audit: PostgresAuditStore(database: database),
      lock: PostgresServerStoreLock(database: database))
  }

  /// Opens the database as a role that owns nothing, with the rights that docs/self-hosting.md gives it.
  func nodeWithoutOwnership() async throws -> TestDatabase {
    let schema = try #require(try await database.query { try $0.first("SELECT current_schema()") { $0.text(0) } })
    let role = "serving_\(schema)"
    try run(
      """
      CREATE ROLE \(role) LOGIN;
      GRANT USAGE ON SCHEMA \(schema) TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role);
      """)
    return try TestDatabase(address: address.replacing("user=notes", with: "user=\(role)"))
  }

  /// Opens the database as another node does.
  func node(connections: Int = 16) throws -> TestDatabase {
    try TestDatabase(address: address, directAddress: directAddress, connections: connections)
  }

  /// A node that listens to messages until it is released.
  final class Node: Sendable {
    private let listening: Task<Void, Never>

    /// Waits until the node listens.
    init(listeningTo test: TestDatabase) async {
      let messenger = PostgresMessenger(database: test.database, randomness: SeededRandomness(seed: 11))
      let (stream, continuation) = AsyncStream<NodeMessage>.makeStream()
      listening = Task {
        for await message in messenger.messages() { continuation.yield(message) }
      }
      for await _ in stream { break }
    }

    deinit { listening.cancel() }
  }

  /// Runs statements on a connection of their own.
  func run(_ sql: String) throws {
    try PostgresConnection(PostgresAddress(directAddress ?? address, environment: [:])).run(script: sql)
  }
}
