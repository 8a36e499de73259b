import NotesDomain
import NotesHosting
import Synchronization

/// The database of a server, which its nodes and the operator's commands share.
final class PostgresDatabase: Sendable {
  let pool: PostgresPool
  /// The connection for ``health()``, which must be found out while all others wait.
  private let probe: PostgresPool
  /// The address for notifications.
  let directAddress: PostgresAddress
  /// The state of the connection for notifications.
  let listening = ListeningState()
  /// Whether this process has the lock of the store alone, under which it writes.
  let holdsLock = Atomic(false)
  let clock: any Clock<Duration>

  /// The time that a check of the health takes at most, in which a connection can be made although a host does not answer.
  static let healthLimit = Duration.seconds(6)

  /// Connects once, and creates or upgrades the tables when necessary.
  convenience init(settings: PostgresSettings) throws(StoreError) {
    try self.init(settings: settings, clock: ContinuousClock())
  }

  init(settings: PostgresSettings, clock: any Clock<Duration>) throws(StoreError) {
    self.clock = clock
    do {
      let address = try PostgresAddress(settings.address, environment: settings.environment)
      directAddress =
        try settings.directAddress.map { direct throws(PostgresError) in
          try PostgresAddress(direct, environment: settings.environment)
        } ?? address
      pool = PostgresPool(address, limit: settings.maximumConnections, clock: clock) { connection in
        try connection.sendStoreCheck()
        try connection.flush()
      }
      probe = PostgresPool(address, limit: 1, clock: clock)
      if try Self.open(address, settings) { listening.noteOpenToAllRoles() }
    } catch {
      throw StoreError(error, at: settings.name)
    }
  }

  /// Prepares the tables and checks them.
  ///
  /// - Returns: Whether each role of the cluster may connect, which is the default of PostgreSQL.
  private static func open(_ address: PostgresAddress, _ settings: PostgresSettings) throws -> Bool {
    let connection = try PostgresConnection(address)
    try PostgresSchema.prepare(connection, creates: settings.createsStore, address: address.name)
    try connection.checkIsNotLocked()
    try connection.sendStoreCheck()
    return try connection.first("SELECT has_database_privilege('public', current_database(), 'CONNECT')") {
      $0.bool(0)
    } == true
  }

  /// Checks whether the database can be used, and answers within ``healthLimit``.
  func health() async throws(StoreError) -> StoreHealth {
    guard !pool.isStalled else {
      throw .unreachable(path: pool.address.name, detail: "its connections do not get on with their transactions")
    }
    guard !listening.isLockedOut else { throw StoreError(PostgresError.locked, at: pool.address.name) }
    // Without its share of the lock, a command could move the store while this node serves.
    guard !listening.neverListened else {
      throw .unreachable(
        path: directAddress.name, detail: "no connection could be made yet to receive the messages of other nodes")
    }
    let health = await withTaskGroup { group in
      group.addTask { await self.probedHealth() }
      group.addTask { [clock, path = pool.address.name] in
        try? await clock.sleep(for: Self.healthLimit)
        let limit = Self.healthLimit.secondsRoundedUp
        return .failure(.unreachable(path: path, detail: "the server has not answered for \(limit) seconds"))
      }
      defer { group.cancelAll() }
      return await group.next()
    }
    // Of two tasks, one is the first.
    guard let health else { throw .failed(path: pool.address.name, detail: "its health was not checked") }
    return try health.get()
  }

  private func probedHealth() async -> Result<StoreHealth, StoreError> {
    do throws(StoreError) {
      let isReadOnly = try await probe.run(isRead: true) { connection in
        // As each write does: another session may hold the lock of the store, or wait for it.
        try connection.sendStoreEntry()
        return try connection.first(
          "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean"
        ) { $0.bool(0) }
      }
      return .success(isReadOnly == true ? .readOnly(.readOnly(path: pool.address.name)) : .ready)
    } catch {
      return .failure(error)
    }
  }

  /// Runs statements in a transaction, and returns when its changes are on the disk.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await pool.run { connection in
      try self.beginWriting(on: connection)
      let value = try body(connection)
      try connection.commit()
      return value
    }
  }

  /// Adds the beginning of a transaction that writes.
  func beginWriting(on connection: PostgresConnection) throws {
    try connection.beginWriting(holdingLock: holdsLock.load(ordering: .relaxed))
  }

  /// Runs one reading statement.
  func query<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await pool.run(isRead: true, body)
  }
}

extension PostgresDatabase: DatabaseMonitor {
  var use: DatabaseUse? {
    var use = pool.use
    (use.isListening, use.listenFailures) = listening.present
    return use
  }

  func events() -> AsyncStream<DatabaseEvent> { listening.events }
}

/// The settings of a server's database.
package struct PostgresSettings: Sendable {
  /// The address, which must not contain a password; see ``PostgresAddress``.
  package var address: String
  /// The variables of the process, of which those of libpq have defaults of an address.
  package var environment: [String: String]
  /// Whether to create the tables in a database without any.
  package var createsStore: Bool
  /// The maximum number of connections of this process, besides one for notifications and one for its health.
  package var maximumConnections: Int
  /// The address for notifications, which poolers do not pass on; `nil` for the same address.
  package var directAddress: String?

  package init(
    address: String, environment: [String: String] = [:], createsStore: Bool = true, maximumConnections: Int = 16,
    directAddress: String? = nil
  ) {
    self.directAddress = directAddress
    self.address = address
    self.environment = environment
    self.createsStore = createsStore
    self.maximumConnections = maximumConnections
  }

  /// The name of the address for errors. An invalid address is not shown, since it may contain a password.
  package var name: String { (try? PostgresAddress(address, environment: environment))?.name ?? "postgres://…" }
}
