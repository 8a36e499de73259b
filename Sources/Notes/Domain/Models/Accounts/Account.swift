/// Somebody whom a server keeps a vault for.
public struct Account: Sendable, Hashable {
  /// The name, by which it is told from others.
  public let name: AccountName
  /// The vault: each account has one, and each vault belongs to one account.
  public let vault: VaultID
  /// When it was added.
  public let created: Timestamp

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - vault: The vault.
  ///   - created: When it was added.
  public init(name: AccountName, vault: VaultID, created: Timestamp) {
    self.name = name
    self.vault = vault
    self.created = created
  }
}
