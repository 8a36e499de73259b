import Foundation
import NotesDomain

/// The tables of a server's database, version by version.
///
/// Nodes of two versions of the program serve together during an upgrade: a version of the tables first adds what the new
/// program needs, and a later one removes what the old one needed. Each has the oldest version of the program's tables that it
/// is compatible with.
enum PostgresSchema {
  /// A version of the tables.
  struct Version {
    let script: [UInt8]
    /// The oldest program that can use these tables, by its version of them.
    let compatibleVersion: Int
  }

  static let versions = [
    Version(script: PackageResources._001_server_sql, compatibleVersion: 1),
    Version(script: PackageResources._002_attempts_sql, compatibleVersion: 1),
    Version(script: PackageResources._003_identity_sql, compatibleVersion: 1),
    Version(script: PackageResources._004_locks_sql, compatibleVersion: 1),
  ]

  /// The version of this program.
  static var version: Int { versions.count }

  /// Checks the tables, and creates or upgrades them when that is necessary. Returns the version before.
  ///
  /// One process at a time does so, with a lock that belongs to the tables' schema. Others wait for it. Changes wait for their
  /// tables only briefly, and try again: every transaction that comes later would wait behind them, perhaps for a dump.
  ///
  /// - Parameter versions: The versions that the program knows.
  @discardableResult
  static func prepare(
    _ connection: PostgresConnection, creates: Bool = true, address: String, versions: [Version] = versions
  ) throws -> Int {
    let version = versions.count
    func isReady() throws -> Bool { try supports(connection, version, address: address) }
    if try isReady() { return try storedVersion(connection)?.version ?? version }
    try checkIsOnly(connection)
    guard try creates || hasTables(connection) else {
      throw StoreError.notAStore(path: address)
    }
    var attempts = 1
    while true {
      var isChanging = false
      do {
        return try connection.transaction {
          // A change of a large table takes as long as it takes. Another process may be making one.
          try connection.liftTimeLimit()
          try connection.send("SET LOCAL lock_timeout = '60s'")
          try connection.send("SELECT pg_advisory_xact_lock(\(lock), \(namespace)::oid::int)")
          try connection.send("SET LOCAL lock_timeout = '2s'")
          try connection.flush()
          guard try !isReady() else { return version }
          isChanging = true
          return try change(connection, to: versions)
        }
      } catch PostgresError.refused(state: "55P03", _) where isChanging && attempts < maximumAttempts {
        attempts += 1
        try connection.rollBack()
        Thread.sleep(forTimeInterval: pause)
      }
    }
  }

  /// The number of times that a change tries to lock its tables, and the seconds between them.
  private static let (maximumAttempts, pause) = (30, 1.0)

  /// Runs the scripts of the versions that the tables do not have yet. Returns the version before.
  private static func change(_ connection: PostgresConnection, to versions: [Version]) throws -> Int {
    let before = try hasTables(connection) ? storedVersion(connection)?.version ?? 0 : 0
    for (index, version) in versions.enumerated().dropFirst(before) {
      try connection.run(script: String(decoding: version.script, as: UTF8.self))
      try record(version, as: index + 1, on: connection)
    }
    return before
  }

  /// Refuses to create a second server beside the tables of one in a later schema of the search path.
  ///
  /// One statement, hence one state of the catalog: between two, another node may create the tables.
  private static func checkIsOnly(_ connection: PostgresConnection) throws {
    let other = try connection.first(
      """
      SELECT nspname::text, current_schema()::text
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relname = 'store' AND attname = 'compatible_version' AND nspname = ANY (current_schemas(false))
        AND NOT (\(hasTables))
      """
    ) { (schema: $0.text(0), current: $0.text(1)) }
    guard let other else { return }
    throw PostgresError.unsuitable(
      detail: "its tables are in the schema \(other.schema), but the schema \(other.current) comes first; "
        + "set the path for the role: ALTER ROLE … SET search_path = \(other.schema)")
  }

  /// `note` in ASCII, so that the lock is not taken for another program's.
  private static let lock = 0x6E6F_7465

  /// The schema of the tables, in SQL. Its name may need quotes.
  static let namespace = "quote_ident(current_schema())::regnamespace"

  /// Returns whether the tables need no change for a program that knows them up to a version.
  private static func supports(_ connection: PostgresConnection, _ version: Int, address: String) throws -> Bool {
    guard try hasTables(connection), let stored = try storedVersion(connection) else { return false }
    guard stored.compatible <= version else {
      throw StoreError.newerVersion(path: address, found: stored.version, supported: version)
    }
    return stored.version >= version
  }

  private static func hasTables(_ connection: PostgresConnection) throws -> Bool {
    try connection.first("SELECT \(hasTables)") { $0.bool(0) } == true
  }

  /// Whether the schema has the tables, in SQL. Not by to_regclass, which would answer from a cache that is older than the
  /// lock.
  private static let hasTables = "EXISTS (SELECT FROM pg_class WHERE relname = 'store' AND relnamespace = \(namespace))"

  private static func storedVersion(_ connection: PostgresConnection) throws -> (version: Int, compatible: Int)? {
    try connection.first("SELECT version, compatible_version FROM store") { ($0.int(0), $0.int(1)) }
  }

  private static func record(_ version: Version, as number: Int, on connection: PostgresConnection) throws {
    // Of the first version, which has no view of the present cluster yet.
    try connection.run(
      """
      INSERT INTO store (version, compatible_version, system_identifier, timeline)
      SELECT $1, $2, system_identifier,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::bigint FROM pg_control_system()
      ON CONFLICT (is_only) DO UPDATE SET version = $1, compatible_version = $2
      """, [.integer(number), .integer(version.compatibleVersion)])
  }
}

// The check whether servers of this version may use the database: neither was it restored, moved or promoted since it was
// last accepted, nor are its tables too new. A database that was may have lost the last changes, which devices cannot tell
// from changes that never were. So servers do not use it until the operator has begun an epoch in each of its vaults.

extension PostgresConnection {
  /// Adds the check to the next round trip. Where it fails, the statements after it are not executed.
  ///
  /// A standby passes, and can only be read.
  func sendStoreCheck() throws { try send("SELECT check_store($1)", [.integer(PostgresSchema.version)]) }

  /// Adds the beginning of a transaction that writes, with the check: a connection may have outlived a promotion, and one
  /// through a pooler may lead to another server each time.
  ///
  /// - Parameter holdsLock: Whether this process has the lock of the store, so that the transaction needs no share of it.
  func beginWriting(holdingLock holdsLock: Bool) throws {
    try begin()
    if holdsLock { try sendStoreCheck() } else { try sendStoreEntry() }
  }

  /// Accepts the present cluster.
  func acceptCluster() throws {
    try run(
      """
      UPDATE store SET (system_identifier, timeline, table_identifier, database_identifier) =
        (SELECT system_identifier, timeline, table_identifier, database_identifier FROM present_cluster)
      """)
  }
}
