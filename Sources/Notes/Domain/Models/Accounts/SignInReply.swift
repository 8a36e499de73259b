/// What a device needs to know once it signed in.
public struct SignInReply: Sendable, Hashable {
  /// The secret by which the server knows the device from now on.
  public let token: DeviceToken
  /// The account's vault.
  public let vault: VaultID
  /// What the server calls the device.
  public let device: SignedInDeviceID

  /// Creates a reply.
  ///
  /// - Parameters:
  ///   - token: The secret by which the server knows the device.
  ///   - vault: The account's vault.
  ///   - device: What the server calls the device.
  public init(token: DeviceToken, vault: VaultID, device: SignedInDeviceID) {
    self.token = token
    self.vault = vault
    self.device = device
  }
}
