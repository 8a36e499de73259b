/// Why a request about an account came to nothing.
public enum AccountClientError: Error, Sendable, Hashable {
  /// There is no such account, or its password is another; the server does not say which.
  case badCredentials
  /// The account has no such device.
  case unknownDevice
  /// The account has as many devices as it may.
  case tooManyDevices
  /// The way to the server, or the server itself, failed; ``TransportError/unauthorized`` when the server does not know
  /// this device any more.
  case transport(TransportError)
}
