/// Where this device keeps what it needs to speak to its server.
public protocol CredentialStore: Sendable {
  /// The credentials; `nil` when this device has not signed in.
  func load() throws(CredentialError) -> Credentials?

  /// Keeps credentials in place of those before.
  func save(_ credentials: Credentials) throws(CredentialError)

  /// Forgets the credentials.
  func remove() throws(CredentialError)
}
