/// For whom a request speaks.
public struct Principal: Sendable, Hashable {
  /// The account.
  public let account: AccountName
  /// The account's vault, the only one that it may touch.
  public let vault: VaultID
  /// The device.
  public let device: SignedInDeviceID

  /// Creates a principal.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - vault: The account's vault.
  ///   - device: The device.
  public init(account: AccountName, vault: VaultID, device: SignedInDeviceID) {
    self.account = account
    self.vault = vault
    self.device = device
  }
}
