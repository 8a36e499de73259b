/// Why a text is no ``ServerAddress``.
public enum ServerAddressProblem: Error, Sendable, Hashable {
  /// It is no address.
  case malformed
  /// It begins with something other than `https` or `http`.
  case unknownScheme
  /// It is plain HTTP, to another machine.
  case unencrypted(host: String)
}
