/// Where this device keeps what it needs to speak to its server.
public struct CredentialSettings: Sendable, Hashable {
  /// The file. It is made when somebody signs in, and nobody else can read it.
  public var path: String

  /// Creates settings.
  ///
  /// - Parameter path: The file.
  public init(path: String) {
    self.path = path
  }
}
