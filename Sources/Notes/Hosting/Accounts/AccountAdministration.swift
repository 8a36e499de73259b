package import NotesDomain

/// The administration of a server's accounts.
package protocol AccountAdministration: Sendable {
  /// Adds an account with an empty vault.
  func add(_ name: AccountName, password: Password) async throws(AccountError) -> Account

  /// Sets the password of an account and signs out all of its devices.
  func setPassword(of name: AccountName, to password: Password) async throws(AccountError)

  /// Removes an account and everything in its vault.
  func remove(_ name: AccountName) async throws(AccountError)

  /// Returns all accounts by name, each with its devices and the size of its vault.
  func accounts() async throws(AccountError) -> [AccountOverview]

  /// Removes the tombstones of an account's vault, except those of the latest changes, and returns their number. A device
  /// that is further behind reads the whole vault again.
  func purge(_ name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int

  /// Returns the keyring of an account's vault; `nil` if the vault is not encrypted.
  func keyring(of name: AccountName) async throws(AccountError) -> StoredKeyring?

  /// Removes the keyring of an account's vault, which a device that was stolen may have put there. Each device then says that the
  /// server has the keys no more. Returns whether there was one.
  func removeKeyring(of name: AccountName) async throws(AccountError) -> Bool

  /// Removes the receipts of devices that sent nothing during the latest changes of an account's vault, and returns their
  /// number. Such a device goes on under another name.
  func forgetDevices(of name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int

  /// Removes the blobs of an account's vault that no note refers to, and that were last touched before a time, since a
  /// device sends a blob before the note that refers to it.
  func removeOrphans(of name: AccountName, olderThan time: Timestamp) async throws(AccountError) -> RemovedBlobs
}

/// The keyring of a vault as an operator sees it, without any of the keys.
package struct StoredKeyring: Sendable, Hashable {
  /// The revision of the vault at which it was stored.
  package let revision: Revision
  /// The number of bytes.
  package let byteCount: Int
  /// The parts; `nil` for bytes that have no form of a keyring, as earlier versions accepted. Nothing of them is verified.
  package let format: KeyringFormat?

  /// Reads the item in the place of a keyring.
  package init(_ item: VaultItem) {
    let bytes = item.payload ?? []
    revision = item.revision
    byteCount = bytes.count
    format = (try? KeyringFormat.read(bytes))?.keyring
  }
}

/// An account with its devices and the size of its vault, as an operator sees it.
package struct AccountOverview: Sendable, Hashable {
  package let account: Account
  package let devices: [SignedInDevice]
  package let size: VaultSize

  package init(account: Account, devices: [SignedInDevice], size: VaultSize) {
    self.account = account
    self.devices = devices
    self.size = size
  }
}
