/// An account, as an operator sees it.
public struct AccountOverview: Sendable, Hashable {
  /// The account.
  public let account: Account
  /// Its devices.
  public let devices: [SignedInDevice]
  /// How much its vault holds.
  public let size: VaultSize

  /// Creates an overview.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - devices: Its devices.
  ///   - size: How much its vault holds.
  public init(account: Account, devices: [SignedInDevice], size: VaultSize) {
    self.account = account
    self.devices = devices
    self.size = size
  }
}
