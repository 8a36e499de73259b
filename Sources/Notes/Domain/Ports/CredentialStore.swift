/// Where this device keeps what it needs to speak to its server.
public protocol CredentialStore: Sendable {
  /// The credentials; `nil` when this device has not signed in.
  func load() throws(CredentialError) -> Credentials?

  /// The credentials as far as they can be read at all, also those that others could read; `nil` when they cannot.
  ///
  /// For making a token worthless, and for nothing else.
  func salvage() -> Credentials?

  /// Keeps credentials in place of those before.
  func save(_ credentials: Credentials) throws(CredentialError)

  /// Forgets the credentials.
  func remove() throws(CredentialError)
}
