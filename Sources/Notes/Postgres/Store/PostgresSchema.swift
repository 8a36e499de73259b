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
  ]

  /// The version of this program.
  static var version: Int { versions.count }

  /// Checks the tables, and creates or upgrades them when that is necessary. Returns the version before.
  ///
  /// One process at a time does so, with a lock that belongs to the tables' schema. Others wait for it.
  ///
  /// - Parameter versions: The versions that the program knows.
  @discardableResult
  static func prepare(
    _ connection: PostgresConnection, creates: Bool = true, address: String, versions: [Version] = versions
  ) throws -> Int {
    let version = versions.count
    func isReady() throws -> Bool { try supports(connection, version, address: address) }
    if try isReady() { return try storedVersion(connection)?.version ?? version }
    guard try creates || hasTables(connection) else {
      throw StoreError.notAStore(path: address)
    }
    return try connection.transaction {
      try connection.send("SET LOCAL lock_timeout = '60s'")
      try connection.send("SELECT pg_advisory_xact_lock(\(lock), current_schema()::regnamespace::oid::int)")
      try connection.flush()
      guard try !isReady() else { return version }
      let before = try hasTables(connection) ? storedVersion(connection)?.version ?? 0 : 0
      var present = before
      for version in versions.dropFirst(before) {
        try connection.run(script: String(decoding: version.script, as: UTF8.self))
        present += 1
        try record(version, as: present, on: connection)
      }
      return before
    }
  }

  /// `note` in ASCII, so that the lock is not taken for another program's.
  private static let lock = 0x6E6F_7465

  /// Whether the tables need no change for a program that knows them up to a version.
  private static func supports(_ connection: PostgresConnection, _ version: Int, address: String) throws -> Bool {
    guard try hasTables(connection), let stored = try storedVersion(connection) else { return false }
    guard stored.compatible <= version else {
      throw StoreError.newerVersion(path: address, found: stored.version, supported: version)
    }
    return stored.version >= version
  }

  private static func hasTables(_ connection: PostgresConnection) throws -> Bool {
    // Not by to_regclass, which would answer from a cache that is older than the lock.
    try connection.first(
      """
      SELECT EXISTS (
        SELECT FROM pg_class WHERE relname = 'store' AND relnamespace = current_schema()::regnamespace)
      """
    ) { $0.bool(0) } == true
  }

  private static func storedVersion(_ connection: PostgresConnection) throws -> (version: Int, compatible: Int)? {
    try connection.first("SELECT version, compatible_version FROM store") { ($0.int(0), $0.int(1)) }
  }

  private static func record(_ version: Version, as number: Int, on connection: PostgresConnection) throws {
    try connection.run(
      """
      INSERT INTO store (version, compatible_version, system_identifier, timeline)
      SELECT $1, $2, system_identifier, timeline FROM (\(ClusterIdentity.query)) AS cluster
      ON CONFLICT (is_only) DO UPDATE SET version = $1, compatible_version = $2
      """, [.integer(number), .integer(version.compatibleVersion)])
  }
}

/// The cluster that has the data: its identifier, and its timeline, which changes when it is restored to an earlier time, or
/// when a standby takes its place.
///
/// Those may have lost the last changes, which devices cannot tell from changes that never were. So servers do not use such a
/// database until the operator has begun an epoch in each of its vaults.
enum ClusterIdentity {
  /// The present cluster's identity, by functions that every user may call. The name of a file of the log begins with the
  /// timeline; that of the last checkpoint would be too late.
  static let query = """
    SELECT system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::bigint AS timeline
    FROM pg_control_system()
    """

  /// Refuses a database that was moved, restored or promoted since it was last accepted.
  ///
  /// A standby is not refused here, and can only be read.
  static func check(_ connection: PostgresConnection) throws {
    let isStandby = try connection.first("SELECT pg_is_in_recovery()") { $0.bool(0) }
    guard isStandby == false else { return }
    let isAccepted = try connection.first(
      """
      SELECT store.system_identifier = cluster.system_identifier AND store.timeline = cluster.timeline
      FROM store, (\(query)) AS cluster
      """
    ) { $0.bool(0) }
    guard isAccepted == true else { throw PostgresError.restored }
  }

  /// Accepts the present cluster.
  static func accept(_ connection: PostgresConnection) throws {
    try connection.run(
      """
      UPDATE store SET system_identifier = cluster.system_identifier, timeline = cluster.timeline
      FROM (\(query)) AS cluster
      """)
  }
}
