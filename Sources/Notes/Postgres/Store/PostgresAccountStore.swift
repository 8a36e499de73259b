import NotesDomain
import NotesHosting

/// The accounts of a server, in the same database as their vaults.
struct PostgresAccountStore: AccountStore {
  let database: PostgresDatabase

  // MARK: Accounts

  func add(_ account: Account, hash: PasswordHash) async throws(StoreError) -> Bool {
    try await database.pool.run { connection in
      try database.beginWriting(on: connection)
      try connection.send(
        "INSERT INTO vault (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", [.text(account.vault.name)])
      let added = try connection.run(
        """
        INSERT INTO account (name, vault, hash, created)
        VALUES ($1, (SELECT number FROM vault WHERE name = $2), $3, $4) ON CONFLICT (name) DO NOTHING
        """,
        [.text(account.name.text), .text(account.vault.name), .text(hash.text), .timestamp(account.created)])
      // Without a commit, the vault is not added either.
      guard added == 1 else { return false }
      try connection.commit()
      return true
    }
  }

  func account(named name: AccountName) async throws(StoreError) -> (account: Account, hash: PasswordHash)? {
    try await database.query { connection in
      try connection.first(Self.selection + " WHERE account.name = $1", [.text(name.text)]) { row in
        (try Self.account(row), PasswordHash(text: row.text(3)))
      }
    }
  }

  func accounts() async throws(StoreError) -> [Account] {
    try await database.query { connection in
      try connection.all(Self.selection + " ORDER BY account.name", decode: Self.account)
    }
  }

  func set(_ hash: PasswordHash, for name: AccountName) async throws(StoreError) -> Bool {
    try await database.write { connection in
      let account = try connection.first(
        "UPDATE account SET hash = $2 WHERE name = $1 RETURNING number", [.text(name.text), .text(hash.text)]
      ) { $0.integer(0) }
      guard let account else { return false }
      try connection.send("DELETE FROM device WHERE account = $1", [.integer(account)])
      return true
    }
  }

  func replace(_ old: PasswordHash, with new: PasswordHash, for name: AccountName) async throws(StoreError) {
    try await database.write { connection in
      try connection.send(
        "UPDATE account SET hash = $3 WHERE name = $1 AND hash = $2",
        [.text(name.text), .text(old.text), .text(new.text)])
    }
  }

  func change(
    _ old: PasswordHash, to new: PasswordHash, for name: AccountName, keeping device: SignedInDeviceID
  ) async throws(StoreError) -> [SignedInDeviceID]? {
    try await database.write { connection in
      let account = try connection.first(
        """
        UPDATE account SET hash = $3 WHERE name = $1 AND hash = $2
        AND EXISTS (SELECT 1 FROM device WHERE id = $4 AND account = account.number) RETURNING number
        """, [.text(name.text), .text(old.text), .text(new.text), .device(device)]
      ) { $0.integer(0) }
      guard let account else { return nil }
      return try connection.all(
        "DELETE FROM device WHERE account = $1 AND id <> $2 RETURNING id", [.integer(account), .device(device)]
      ) { $0.device(0) }
    }
  }

  func remove(_ name: AccountName) async throws(StoreError) -> Bool {
    let isRemoved = try await database.write { connection in
      // Locks the vault, so that no transaction adds to it, as the others lock it, and find it no more. A device that signs in
      // meanwhile waits for the account.
      let found = try connection.first(
        """
        SELECT account.number, vault.number FROM account JOIN vault ON vault.number = account.vault
        WHERE account.name = $1 FOR UPDATE
        """, [.text(name.text)]
      ) { (account: $0.integer(0), vault: $0.integer(1)) }
      guard let found else { return false }
      try connection.send("DELETE FROM device WHERE account = $1", [.integer(found.account)])
      try connection.send("DELETE FROM account WHERE number = $1", [.integer(found.account)])
      try connection.abandonVault(found.vault)
      return true
    }
    while try await database.write({ try $0.removeAbandonedPortion() }) {}
    return isRemoved
  }

  // MARK: Devices

  func add(
    _ device: SignedInDevice, digest: [UInt8], to name: AccountName, knownBy hash: PasswordHash, limit: Int
  ) async throws(StoreError) -> DeviceRegistrationResult {
    try await database.write { connection in
      // Locked, so that devices that sign in together are counted one after the other.
      let account = try connection.first(
        "SELECT number FROM account WHERE name = $1 AND hash = $2 FOR NO KEY UPDATE",
        [.text(name.text), .text(hash.text)]
      ) { $0.integer(0) }
      guard let account else { return .accountChanged }
      let count = try connection.first("SELECT count(*) FROM device WHERE account = $1", [.integer(account)]) {
        $0.int(0)
      }
      guard count ?? 0 < limit else { return .limitReached }
      try connection.send(
        "INSERT INTO device (id, account, digest, label, signed_in, last_seen) VALUES ($1, $2, $3, $4, $5, $6)",
        [
          .device(device.id), .integer(account), .bytes(digest), .text(device.label), .timestamp(device.signedIn),
          .timestamp(device.lastSeen),
        ])
      return .added
    }
  }

  func principal(withDigest digest: [UInt8]) async throws(StoreError) -> (principal: Principal, lastSeen: Timestamp)? {
    try await database.query { connection in
      try connection.first(
        """
        SELECT account.name, vault.name, device.id, device.last_seen
        FROM device JOIN account ON account.number = device.account JOIN vault ON vault.number = account.vault
        WHERE device.digest = $1
        """, [.bytes(digest)]
      ) { row in
        let principal = Principal(
          account: try Self.name(row, 0), vault: try Self.vault(row, 1), device: row.device(2))
        return (principal, row.timestamp(3))
      }
    }
  }

  func recordActivity(of device: SignedInDeviceID, at time: Timestamp) async throws(StoreError) {
    try await database.write { connection in
      try connection.send(
        "UPDATE device SET last_seen = $2 WHERE id = $1", [.device(device), .timestamp(time)])
    }
  }

  func devices(of name: AccountName) async throws(StoreError) -> [SignedInDevice] {
    try await registrations(of: name).map(\.device)
  }

  func registrations(of name: AccountName) async throws(StoreError) -> [DeviceRegistration] {
    try await database.query { connection in
      try connection.all(
        """
        SELECT device.id, label, signed_in, last_seen, digest
        FROM device JOIN account ON account.number = device.account WHERE account.name = $1
        """, [.text(name.text)]
      ) { row in
        let device = SignedInDevice(
          id: row.device(0), label: row.text(1), signedIn: row.timestamp(2), lastSeen: row.timestamp(3))
        return DeviceRegistration(device: device, digest: row.bytes(4))
      }
      .sorted { SignedInDevice.isEarlier($0.device, $1.device) }
    }
  }

  func remove(_ device: SignedInDeviceID, of name: AccountName) async throws(StoreError) -> Bool {
    try await database.write { connection in
      try connection.run(
        """
        DELETE FROM device USING account
        WHERE device.id = $1 AND account.number = device.account AND account.name = $2
        """, [.device(device), .text(name.text)]) > 0
    }
  }

  // MARK: Rows

  private static let selection = """
    SELECT account.name, vault.name, created, hash FROM account JOIN vault ON vault.number = account.vault
    """

  private static func account(_ row: PostgresRow) throws -> Account {
    Account(name: try name(row, 0), vault: try vault(row, 1), created: row.timestamp(2))
  }

  private static func name(_ row: PostgresRow, _ column: Int32) throws -> AccountName {
    try row.value(column, of: "name of an account", AccountName.init)
  }

  private static func vault(_ row: PostgresRow, _ column: Int32) throws -> VaultID {
    try row.value(column, of: "name of a vault", VaultID.init)
  }
}

extension PostgresValue {
  fileprivate static func device(_ device: SignedInDeviceID) -> Self { .integer(Int64(bitPattern: device.bits)) }
}

extension PostgresRow {
  fileprivate func device(_ column: Int32) -> SignedInDeviceID {
    SignedInDeviceID(bits: UInt64(bitPattern: integer(column)))
  }
}
