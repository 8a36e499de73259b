/// What an operator does with the accounts of a server.
package protocol AccountAdministration: Sendable {
  /// Adds an account, with an empty vault.
  func add(_ name: AccountName, password: Password) async throws(AccountError) -> Account

  /// Sets an account's password, and signs all of its devices out.
  func setPassword(of name: AccountName, to password: Password) async throws(AccountError)

  /// Removes an account, with everything in its vault.
  func remove(_ name: AccountName) async throws(AccountError)

  /// All accounts, by name, each with its devices and with how much its vault holds.
  func accounts() async throws(AccountError) -> [AccountOverview]

  /// Forgets what was deleted from an account's vault, but for the last changes. A device that is further behind reads the
  /// whole vault anew.
  ///
  /// - Parameters:
  ///   - name: The account.
  ///   - changes: How many changes a device may be behind and still hear of each deletion.
  /// - Returns: How many tombstones were forgotten.
  func purge(_ name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int

  /// Forgets the blobs of an account's vault that no note refers to.
  ///
  /// - Parameters:
  ///   - name: The account.
  ///   - moment: Only blobs that nobody had to do with since then: a device sends a blob before the note that refers to it.
  func removeOrphans(of name: AccountName, olderThan moment: Timestamp) async throws(AccountError) -> RemovedBlobs
}

/// An account, as an operator sees it.
package struct AccountOverview: Sendable, Hashable {
  /// The account.
  package let account: Account
  /// Its devices.
  package let devices: [SignedInDevice]
  /// How much its vault holds.
  package let size: VaultSize

  /// Creates an overview.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - devices: Its devices.
  ///   - size: How much its vault holds.
  package init(account: Account, devices: [SignedInDevice], size: VaultSize) {
    self.account = account
    self.devices = devices
    self.size = size
  }
}
