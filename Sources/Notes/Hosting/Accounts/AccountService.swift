package import NotesDomain

/// The service with which a server signs devices in and out.
package protocol AccountService: Sendable {
  /// Signs a device in. The IP address of the client, without the port, is for rate limiting.
  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply

  /// Returns the principal that a token authenticates. The IP address of the client is for rate limiting.
  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal

  /// Returns the principal that a token authenticated a short time ago, without asking the store; `nil` if unknown.
  ///
  /// It tells whose request this is, and proves nothing: the token may be invalid by now. Only for requests whose transaction
  /// checks it; see ``VaultAccess``.
  func recall(_ token: DeviceToken) -> Principal?

  /// Returns the devices of the principal's account.
  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice]

  /// Revokes a device of the principal's account. Revoking the principal's own device signs it out. The IP address of the
  /// client is for the log.
  func revoke(_ device: SignedInDeviceID, for principal: Principal, from peer: String) async throws(AccountError)

  /// Sets another password for the principal's account, and signs out its other devices.
  ///
  /// A repetition succeeds and changes nothing, so that a device whose reply was lost can send the same request again.
  ///
  /// - Parameter origin: The client that sent the request.
  /// - Returns: The devices that were signed out.
  func changePassword(
    _ change: PasswordChange, for principal: Principal, from origin: RequestOrigin
  ) async throws(AccountError) -> [SignedInDeviceID]

  /// Writes the refused attempts since the last call to the log, in which they are counted rather than listed one by one.
  func writeAuditLog() async

  /// Returns whether there is an account of a name.
  func isAccount(_ name: AccountName) async throws(AccountError) -> Bool
}

/// The client that sent a request.
package struct RequestOrigin: Sendable, Hashable {
  /// The IP address of the client, without the port.
  package let peer: String
  /// The host name that the client used for the server; `nil` if unknown.
  package let host: String?

  package init(peer: String, host: String? = nil) {
    self.peer = peer
    self.host = host
  }
}
