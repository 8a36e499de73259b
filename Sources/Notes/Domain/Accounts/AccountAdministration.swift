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

  /// Removes the receipts of devices that sent nothing during the latest changes of an account's vault, and returns their
  /// number. Such a device goes on under another name.
  func forgetDevices(of name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int

  /// Removes the blobs of an account's vault that no note refers to, and that were last touched before a time, since a
  /// device sends a blob before the note that refers to it.
  func removeOrphans(of name: AccountName, olderThan time: Timestamp) async throws(AccountError) -> RemovedBlobs
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
