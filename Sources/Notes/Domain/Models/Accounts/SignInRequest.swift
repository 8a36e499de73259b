/// What a device says to sign in.
public struct SignInRequest: Sendable, Hashable {
  /// The longest label, in bytes.
  public static let mostLabelBytes = 100

  /// The account's name.
  public let name: AccountName
  /// The account's password.
  public let password: Password
  /// What the owner calls the device.
  public let label: String

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - name: The account's name.
  ///   - password: The account's password.
  ///   - label: What the owner calls the device.
  public init(name: AccountName, password: Password, label: String) {
    self.name = name
    self.password = password
    self.label = label
  }
}
