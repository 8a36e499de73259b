/// The way to a server's accounts.
public protocol AccountClient: Sendable {
  /// Signs this device in.
  ///
  /// - Parameters:
  ///   - request: Who it is.
  ///   - server: Where the server is.
  func signIn(_ request: SignInRequest, at server: ServerAddress) async throws(AccountClientError) -> SignInReply

  /// The devices that are signed in to the same account.
  func devices(_ credentials: Credentials) async throws(AccountClientError) -> [SignedInDevice]

  /// Revokes a device of the same account; one's own is signed out with it.
  func revoke(_ device: SignedInDeviceID, _ credentials: Credentials) async throws(AccountClientError)
}
