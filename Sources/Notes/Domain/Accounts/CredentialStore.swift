/// The storage of this device's credentials. It waits for the disk, off the main actor.
package protocol CredentialStore: Sendable {
  /// Returns the credentials, or `nil` when this device is not signed in.
  func load() async throws(CredentialError) -> Credentials?

  /// Returns the credentials even when their file is readable by others, or `nil` when they cannot be read.
  ///
  /// Use this only to revoke a token that may have leaked.
  func salvage() async -> Credentials?

  /// Saves credentials and replaces earlier ones.
  func save(_ credentials: Credentials) async throws(CredentialError)

  /// Removes the credentials.
  func remove() async throws(CredentialError)
}

/// The credentials with which a device authenticates to its server.
package struct Credentials: Sendable, Hashable {
  package let server: ServerAddress
  package let account: AccountName
  package let vault: VaultID
  /// The server's identifier of this device.
  package let device: SignedInDeviceID
  package let token: DeviceToken
  /// The keys of the vault; `nil` when it is not encrypted, or when this device was not given them.
  package var keys: VaultKeys?

  package init(
    server: ServerAddress, account: AccountName, vault: VaultID, device: SignedInDeviceID, token: DeviceToken,
    keys: VaultKeys? = nil
  ) {
    self.server = server
    self.account = account
    self.vault = vault
    self.device = device
    self.token = token
    self.keys = keys
  }
}

/// An error of the credential store.
package enum CredentialError: Error, Sendable, Hashable {
  /// Other users can read the file, for example with the mode 0o644, so its content is no secret any more.
  case exposed(path: String, mode: UInt16)
  /// The file belongs to another user, or is not a regular file.
  case wrongOwner(path: String)
  /// The file does not contain credentials.
  case damaged(path: String)
  /// Reading or writing the file failed.
  case failed(path: String, detail: String)
}

/// The client of a server's ``AccountService``.
package protocol AccountClient: Sendable {
  /// Signs this device in.
  func signIn(_ request: SignInRequest, at server: ServerAddress) async throws(AccountClientError) -> SignInReply

  /// Returns the devices of the account.
  func devices(_ credentials: Credentials) async throws(AccountClientError) -> [SignedInDevice]

  /// Revokes a device of the account. Revoking this device signs it out.
  func revoke(_ device: SignedInDeviceID, _ credentials: Credentials) async throws(AccountClientError)

  /// Sets another password for the account, and signs out its other devices. The credentials stay valid. A repetition
  /// succeeds, and changes nothing.
  func changePassword(_ change: PasswordChange, _ credentials: Credentials) async throws(AccountClientError)
}

/// An error of a request to a server's accounts.
package enum AccountClientError: Error, Sendable, Hashable {
  /// There is no such account, or the password is wrong. The server does not reveal which.
  case badCredentials
  /// The current password is wrong.
  case wrongPassword
  /// The server does not allow the new password.
  case weakPassword(PasswordWeakness)
  /// The account has no such device.
  case unknownDevice
  /// The account has the maximum number of devices.
  case tooManyDevices
  /// The request failed; ``TransportError/unauthorized`` when the server does not know this device any more.
  case transport(TransportError)
}
