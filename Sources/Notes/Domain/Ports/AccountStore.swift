/// What a server keeps of its accounts and their devices, beside the vaults.
public protocol AccountStore: Sendable {
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
  ) async throws(StoreError) -> DeviceAdmission

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
