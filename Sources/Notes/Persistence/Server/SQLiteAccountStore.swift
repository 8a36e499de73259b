import GRDB
import NotesDomain
import NotesHosting

/// The accounts of a server, in the same SQLite file as their vaults.
struct SQLiteAccountStore: AccountStore {
  let database: ServerDatabase

  // MARK: Accounts

  func add(_ account: Account, hash: PasswordHash) async throws(StoreError) -> Bool {
    try await database.write { connection in
      guard try number(of: account.name, connection) == nil else { return false }
      try connection.run("INSERT OR IGNORE INTO vault (name) VALUES (?)", [.text(account.vault.name)])
      try connection.run(
        """
        INSERT INTO account (name, vault, hash, created)
        VALUES (?, (SELECT number FROM vault WHERE name = ?), ?, ?)
        """,
        [.text(account.name.text), .text(account.vault.name), .text(hash.text), .timestamp(account.created)])
      return true
    }
  }

  func account(named name: AccountName) async throws(StoreError) -> (account: Account, hash: PasswordHash)? {
    try database.query { connection in
      try connection.first(Self.selection + " WHERE account.name = ?", [.text(name.text)]) { row in
        (try account(row), PasswordHash(text: row.text(3)))
      }
    }
  }

  func accounts() async throws(StoreError) -> [Account] {
    try database.query { connection in
      try connection.all(Self.selection + " ORDER BY account.name", decode: account)
    }
  }

  func set(_ hash: PasswordHash, for name: AccountName) async throws(StoreError) -> Bool {
    try await database.write(usesReserve: true) { connection in
      guard let account = try number(of: name, connection) else { return false }
      try connection.run("UPDATE account SET hash = ? WHERE number = ?", [.text(hash.text), account])
      try connection.run("DELETE FROM device WHERE account = ?", [account])
      return true
    }
  }

  func replace(_ old: PasswordHash, with new: PasswordHash, for name: AccountName) async throws(StoreError) {
    _ = try await database.write { connection in
      try connection.run(
        "UPDATE account SET hash = ? WHERE name = ? AND hash = ?",
        [.text(new.text), .text(name.text), .text(old.text)])
    }
  }

  func change(
    _ old: PasswordHash, to new: PasswordHash, for name: AccountName, keeping device: SignedInDeviceID
  ) async throws(StoreError) -> [SignedInDeviceID]? {
    try await database.write { connection in
      let changed = try connection.run(
        """
        UPDATE account SET hash = ? WHERE name = ? AND hash = ?
        AND EXISTS (SELECT 1 FROM device WHERE id = ? AND account = account.number)
        """,
        [.text(new.text), .text(name.text), .text(old.text), Self.value(device)])
      guard changed > 0, let account = try number(of: name, connection) else { return nil }
      let others = try connection.all(
        "DELETE FROM device WHERE account = ? AND id <> ? RETURNING id", [account, Self.value(device)]
      ) { Self.device($0, 0) }
      return others
    }
  }

  func remove(_ name: AccountName) async throws(StoreError) -> Bool {
    let isRemoved = try await database.write(usesReserve: true) { connection in
      guard let account = try number(of: name, connection) else { return false }
      let vault = try connection.first("SELECT vault FROM account WHERE number = ?", [account]) { $0.integer(0) }
      try connection.run("DELETE FROM device WHERE account = ?", [account])
      try connection.run("DELETE FROM account WHERE number = ?", [account])
      if let vault { try connection.abandonVault(vault) }
      return true
    }
    while try await database.write(usesReserve: true, { try $0.removeAbandonedPortion() }) {}
    return isRemoved
  }

  // MARK: Devices

  func add(
    _ device: SignedInDevice, digest: [UInt8], to name: AccountName, knownBy hash: PasswordHash, limit: Int
  ) async throws(StoreError) -> DeviceRegistrationResult {
    try await database.write { connection in
      let known = try connection.first(
        "SELECT number FROM account WHERE name = ? AND hash = ?", [.text(name.text), .text(hash.text)]
      ) { $0.integer(0) }
      guard let known else { return .accountChanged }
      let account = SQLValue.integer(known)
      let count = try connection.number("SELECT count(*) FROM device WHERE account = ?", [account])
      guard count < limit else { return .limitReached }
      try connection.run(
        "INSERT INTO device (id, account, digest, label, signed_in, last_seen) VALUES (?, ?, ?, ?, ?, ?)",
        [
          Self.value(device.id), account, .bytes(digest), .text(device.label), .timestamp(device.signedIn),
          .timestamp(device.lastSeen),
        ])
      return .added
    }
  }

  func principal(withDigest digest: [UInt8]) async throws(StoreError) -> (principal: Principal, lastSeen: Timestamp)? {
    try database.query { connection in
      try connection.first(
        """
        SELECT account.name, vault.name, device.id, device.last_seen
        FROM device JOIN account ON account.number = device.account JOIN vault ON vault.number = account.vault
        WHERE device.digest = ?
        """, [.bytes(digest)]
      ) { row in
        let principal = Principal(account: try name(row, 0), vault: try vault(row, 1), device: Self.device(row, 2))
        return (principal, row.timestamp(3))
      }
    }
  }

  func recordActivity(of device: SignedInDeviceID, at time: Timestamp) async throws(StoreError) {
    _ = try await database.write { connection in
      try connection.run("UPDATE device SET last_seen = ? WHERE id = ?", [.timestamp(time), Self.value(device)])
    }
  }

  func devices(of name: AccountName) async throws(StoreError) -> [SignedInDevice] {
    try await registrations(of: name).map(\.device)
  }

  func registrations(of name: AccountName) async throws(StoreError) -> [DeviceRegistration] {
    try database.query { connection in
      let devices = try connection.all(
        """
        SELECT device.id, label, signed_in, last_seen, digest
        FROM device JOIN account ON account.number = device.account WHERE account.name = ?
        """, [.text(name.text)]
      ) { row in
        let device = SignedInDevice(
          id: Self.device(row, 0), label: row.text(1), signedIn: row.timestamp(2), lastSeen: row.timestamp(3))
        return DeviceRegistration(device: device, digest: row.bytes(4))
      }
      return devices.sorted { SignedInDevice.isEarlier($0.device, $1.device) }
    }
  }

  func remove(_ device: SignedInDeviceID, of name: AccountName) async throws(StoreError) -> Bool {
    try await database.write(usesReserve: true) { connection in
      guard let account = try number(of: name, connection) else { return false }
      return try connection.run("DELETE FROM device WHERE id = ? AND account = ?", [Self.value(device), account]) > 0
    }
  }

  // MARK: Rows

  private static let selection = """
    SELECT account.name, vault.name, created, hash FROM account JOIN vault ON vault.number = account.vault
    """

  private func number(of name: AccountName, _ connection: Database) throws -> SQLValue? {
    try connection.first("SELECT number FROM account WHERE name = ?", [.text(name.text)]) { .integer($0.integer(0)) }
  }

  private func account(_ row: SQLRow) throws -> Account {
    Account(name: try name(row, 0), vault: try vault(row, 1), created: row.timestamp(2))
  }

  private func name(_ row: SQLRow, _ column: Int32) throws -> AccountName {
    try row.value(column, of: "name of an account", AccountName.init)
  }

  private func vault(_ row: SQLRow, _ column: Int32) throws -> VaultID {
    try row.value(column, of: "name of a vault", VaultID.init)
  }

  private static func value(_ device: SignedInDeviceID) -> SQLValue { .integer(Int64(bitPattern: device.bits)) }

  private static func device(_ row: SQLRow, _ column: Int32) -> SignedInDeviceID {
    SignedInDeviceID(bits: UInt64(bitPattern: row.integer(column)))
  }
}
