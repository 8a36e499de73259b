/// What a server keeps of its accounts and their devices, beside the vaults.
package protocol AccountStore: Sendable {
  /// Adds an account.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - hash: What to know its password by.
  /// - Returns: Whether it was added; not when there is one of that name.
  func add(_ account: Account, hash: PasswordHash) async throws(StoreError) -> Bool

  /// An account, with what its password is known by; `nil` when there is none of that name.
  func account(named name: AccountName) async throws(StoreError) -> (account: Account, hash: PasswordHash)?

  /// All accounts, by name.
  func accounts() async throws(StoreError) -> [Account]

  /// Sets what an account's password is known by, and signs all of its devices out.
  ///
  /// - Parameters:
  ///   - hash: The new hash.
  ///   - name: The account.
  /// - Returns: Whether there is such an account.
  func set(_ hash: PasswordHash, for name: AccountName) async throws(StoreError) -> Bool

  /// Replaces what an account's password is known by, the password being the same. Nothing happens when it is known by
  /// something else by now: an operator may set another password while the new hash is made.
  ///
  /// - Parameters:
  ///   - old: The hash that goes.
  ///   - new: The hash that comes.
  ///   - name: The account.
  func renew(_ old: PasswordHash, to new: PasswordHash, for name: AccountName) async throws(StoreError)

  /// Removes an account, with its devices and everything in its vault.
  ///
  /// - Returns: Whether there was one of that name.
  func remove(_ name: AccountName) async throws(StoreError) -> Bool

  /// Adds a device to an account.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - digest: The SHA-256 of its token.
  ///   - name: The account.
  ///   - hash: What the account's password was known by when the device showed it; a device is not added after a change of
  ///     the password, which signs devices out.
  ///   - limit: The most devices that the account may have then.
  func add(
    _ device: SignedInDevice, digest: [UInt8], to name: AccountName, knownBy hash: PasswordHash, limit: Int
  ) async throws(StoreError) -> DeviceRegistrationResult

  /// For whom a token speaks.
  ///
  /// - Parameter digest: The SHA-256 of the token.
  /// - Returns: `nil` when no device has it. With it, when the device was last heard of.
  func principal(withDigest digest: [UInt8]) async throws(StoreError) -> (principal: Principal, lastSeen: Timestamp)?

  /// Remembers when a device was heard of.
  func note(_ moment: Timestamp, of device: SignedInDeviceID) async throws(StoreError)

  /// The devices of an account, those that signed in first in front.
  func devices(of name: AccountName) async throws(StoreError) -> [SignedInDevice]

  /// Removes a device of an account; its token means nothing from then on.
  ///
  /// - Returns: Whether the account had it.
  func remove(_ device: SignedInDeviceID, of name: AccountName) async throws(StoreError) -> Bool
}

/// What became of a device that was to be added to an account.
package enum DeviceRegistrationResult: Sendable, Hashable {
  /// The account has it.
  case added
  /// The account is no longer there, or has another password by now.
  case changed
  /// The account has as many devices as it may.
  case full
}

/// Somebody whom a server keeps a vault for.
package struct Account: Sendable, Hashable {
  /// The name, by which it is told from others.
  package let name: AccountName
  /// The vault: each account has one, and each vault belongs to one account.
  package let vault: VaultID
  /// When it was added.
  package let created: Timestamp

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - vault: The vault.
  ///   - created: When it was added.
  package init(name: AccountName, vault: VaultID, created: Timestamp) {
    self.name = name
    self.vault = vault
    self.created = created
  }
}

/// The name of somebody's account on a server.
package struct AccountName: Sendable, Hashable {
  /// The name.
  package let text: String

  /// Reads a name.
  ///
  /// - Parameter text: 1 to 64 lower-case letters, digits and `.`, `-`, `_`, `@`, `+`, of which the first is a letter or a
  ///   digit.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    guard 1...64 ~= text.utf8.count, let first = text.utf8.first, Self.isLetterOrDigit(first),
      text.utf8.allSatisfy({ Self.isLetterOrDigit($0) || Self.signs.contains($0) })
    else { return nil }
    self.text = text
  }

  private static let signs: [UInt8] = Array(".-_@+".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension AccountName: CustomStringConvertible {
  /// The name.
  package var description: String { text }
}

/// For whom a request speaks.
package struct Principal: Sendable, Hashable {
  /// The account.
  package let account: AccountName
  /// The account's vault, the only one that it may touch.
  package let vault: VaultID
  /// The device.
  package let device: SignedInDeviceID

  /// Creates a principal.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - vault: The account's vault.
  ///   - device: The device.
  package init(account: AccountName, vault: VaultID, device: SignedInDeviceID) {
    self.account = account
    self.vault = vault
    self.device = device
  }
}
