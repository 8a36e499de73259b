/// What a server does for people and their devices.
public protocol AccountService: Sendable {
  /// Signs a device in.
  ///
  /// - Parameters:
  ///   - request: Who it is.
  ///   - peer: Where the request comes from, for limiting guesses: an address, without the port.
  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply

  /// Finds out for whom a token speaks.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - peer: Where the request comes from.
  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal

  /// The devices of the account that somebody speaks for.
  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice]

  /// Revokes a device of the account that somebody speaks for; one's own is signed out with it.
  func revoke(_ device: SignedInDeviceID, for principal: Principal) async throws(AccountError)
}
