/// Why a text is no ``ServerAddress``.
public enum ServerAddressProblem: Error, Sendable, Hashable {
  /// It is no address.
  case malformed
  /// It says who asks, with an `@`. A password may stand there, so nobody should print the text.
  case withUser
  /// It begins with something other than `https` or `http`.
  case unknownScheme
  /// It is plain HTTP, to another machine.
  case unencrypted(host: String)
}
