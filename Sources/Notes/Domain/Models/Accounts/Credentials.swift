/// What a device keeps to speak to its server.
public struct Credentials: Sendable, Hashable {
  /// Where the server is.
  public let server: ServerAddress
  /// The account.
  public let account: AccountName
  /// The account's vault.
  public let vault: VaultID
  /// What the server calls this device.
  public let device: SignedInDeviceID
  /// The secret by which the server knows this device.
  public let token: DeviceToken

  /// Creates credentials.
  ///
  /// - Parameters:
  ///   - server: Where the server is.
  ///   - account: The account.
  ///   - vault: The account's vault.
  ///   - device: What the server calls this device.
  ///   - token: The secret by which the server knows this device.
  public init(
    server: ServerAddress, account: AccountName, vault: VaultID, device: SignedInDeviceID, token: DeviceToken
  ) {
    self.server = server
    self.account = account
    self.vault = vault
    self.device = device
    self.token = token
  }
}
