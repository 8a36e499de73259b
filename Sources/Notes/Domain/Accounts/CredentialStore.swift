/// Where this device keeps what it needs to speak to its server.
package protocol CredentialStore: Sendable {
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

/// What a device keeps to speak to its server.
package struct Credentials: Sendable, Hashable {
  /// Where the server is.
  package let server: ServerAddress
  /// The account.
  package let account: AccountName
  /// The account's vault.
  package let vault: VaultID
  /// What the server calls this device.
  package let device: SignedInDeviceID
  /// The secret by which the server knows this device.
  package let token: DeviceToken

  /// Creates credentials.
  ///
  /// - Parameters:
  ///   - server: Where the server is.
  ///   - account: The account.
  ///   - vault: The account's vault.
  ///   - device: What the server calls this device.
  ///   - token: The secret by which the server knows this device.
  package init(
    server: ServerAddress, account: AccountName, vault: VaultID, device: SignedInDeviceID, token: DeviceToken
  ) {
    self.server = server
    self.account = account
    self.vault = vault
    self.device = device
    self.token = token
  }
}

/// Why a device's credentials could not be read or kept.
package enum CredentialError: Error, Sendable, Hashable {
  /// Others on this machine can read the file, so that what is in it is not secret any more.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: Its permissions, such as 0o644.
  case exposed(path: String, mode: UInt16)
  /// The file belongs to another user, or is not a plain file.
  case wrongOwner(path: String)
  /// What is in the file are no credentials.
  case damaged(path: String)
  /// Reading or writing the file failed.
  case failed(path: String, detail: String)
}

/// The way to a server's accounts.
package protocol AccountClient: Sendable {
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

/// Why a request about an account came to nothing.
package enum AccountClientError: Error, Sendable, Hashable {
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
