package import NotesDomain

/// The storage of a server's accounts and their devices.
package protocol AccountStore: Sendable {
  /// Adds an account. Returns whether the account was added; `false` when the name is taken.
  func add(_ account: Account, hash: PasswordHash) async throws(StoreError) -> Bool

  /// Returns an account and the hash of its password, or `nil` when there is no account of that name.
  func account(named name: AccountName) async throws(StoreError) -> (account: Account, hash: PasswordHash)?

  /// Returns all accounts by name.
  func accounts() async throws(StoreError) -> [Account]

  /// Sets the password hash of an account and signs out all of its devices. Returns whether there is such an account.
  func set(_ hash: PasswordHash, for name: AccountName) async throws(StoreError) -> Bool

  /// Replaces a hash by a new hash of the same password. Does nothing when the stored hash is not `old` any more, since
  /// an operator may have set another password in the meantime.
  func replace(_ old: PasswordHash, with new: PasswordHash, for name: AccountName) async throws(StoreError)

  /// Sets another password hash, and signs out all devices of the account except for one. Does nothing when the stored
  /// hash is not `old` any more, or the account does not have the device.
  ///
  /// - Returns: The devices that were signed out; `nil` when nothing was done.
  func change(
    _ old: PasswordHash, to new: PasswordHash, for name: AccountName, keeping device: SignedInDeviceID
  ) async throws(StoreError) -> [SignedInDeviceID]?

  /// Removes an account, its devices and everything in its vault, in portions, between which others write. Returns whether there
  /// was such an account. First of all, the account and its devices are gone; what an interrupted removal leaves of the vault
  /// is found by none, and is removed by the next removal, or when the store is shrunk.
  func remove(_ name: AccountName) async throws(StoreError) -> Bool

  /// Adds a device to an account.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the device's token.
  ///   - hash: The password hash that verified the sign-in. The device is not added when the account has another hash
  ///     now, since setting a password signs devices out.
  ///   - limit: The maximum number of devices of the account.
  func add(
    _ device: SignedInDevice, digest: [UInt8], to name: AccountName, knownBy hash: PasswordHash, limit: Int
  ) async throws(StoreError) -> DeviceRegistrationResult

  /// Returns the principal whose token has a SHA-256 digest, and the time at which the device was last seen, or `nil`
  /// when no device has such a token.
  func principal(withDigest digest: [UInt8]) async throws(StoreError) -> (principal: Principal, lastSeen: Timestamp)?

  /// Records the time at which a device was last seen.
  func recordActivity(of device: SignedInDeviceID, at time: Timestamp) async throws(StoreError)

  /// Returns the devices of an account in the order of ``SignedInDevice/isEarlier(_:_:)``.
  func devices(of name: AccountName) async throws(StoreError) -> [SignedInDevice]

  /// Returns the devices of an account with the digests of their tokens, in the same order.
  func registrations(of name: AccountName) async throws(StoreError) -> [DeviceRegistration]

  /// Removes a device of an account and invalidates its token. Returns whether the account had the device.
  func remove(_ device: SignedInDeviceID, of name: AccountName) async throws(StoreError) -> Bool
}

/// A device with the SHA-256 of its token.
package struct DeviceRegistration: Sendable, Hashable {
  package let device: SignedInDevice
  package let digest: [UInt8]

  package init(device: SignedInDevice, digest: [UInt8]) {
    self.device = device
    self.digest = digest
  }
}

/// The result of adding a device to an account.
package enum DeviceRegistrationResult: Sendable, Hashable {
  /// The account has the device.
  case added
  /// The account was removed, or its password has changed.
  case accountChanged
  /// The account has the maximum number of devices.
  case limitReached
}

/// An account of a server.
package struct Account: Sendable, Hashable {
  package let name: AccountName
  /// The account's vault. Accounts and vaults are one to one.
  package let vault: VaultID
  package let created: Timestamp

  package init(name: AccountName, vault: VaultID, created: Timestamp) {
    self.name = name
    self.vault = vault
    self.created = created
  }
}

/// The authenticated origin of a request.
package struct Principal: Sendable, Hashable {
  package let account: AccountName
  /// The account's vault, the only one that the request may access.
  package let vault: VaultID
  package let device: SignedInDeviceID

  package init(account: AccountName, vault: VaultID, device: SignedInDeviceID) {
    self.account = account
    self.vault = vault
    self.device = device
  }
}

/// The attempts with passwords, counted under names: accounts, and addresses of clients.
///
/// The nodes of a server share them. Otherwise an attacker would have as many attempts more as there are nodes.
package protocol AttemptStore: Sendable {
  /// Uses up an attempt under a name. Concurrent attempts never use the same one.
  ///
  /// - Returns: `nil` when there was one; otherwise the time until the next one.
  func consume(_ name: String, of limit: AttemptLimit) async throws(StoreError) -> Duration?

  /// Refunds an attempt under a name.
  func refund(_ name: String, of limit: AttemptLimit) async throws(StoreError)
}

/// A limit on the attempts under each name. Used ones are refunded one by one, as time passes.
package struct AttemptLimit: Sendable, Hashable {
  /// The kind of names, such as `account`. Kinds have attempts of their own.
  package let kind: String
  /// The number of attempts.
  package let capacity: Int
  /// The time in which all attempts are refunded, in whole milliseconds.
  package let window: Duration

  package init(_ kind: String, capacity: Int, window: Duration) {
    self.kind = kind
    self.capacity = max(1, capacity)
    self.window = max(.milliseconds(1), window)
  }
}
