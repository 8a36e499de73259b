/// What a server does for people and their devices.
package protocol AccountService: Sendable {
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

/// What a device says to sign in.
package struct SignInRequest: Sendable, Hashable {
  /// The longest label, in bytes.
  package static let maximumLabelBytes = 100

  /// The account's name.
  package let name: AccountName
  /// The account's password.
  package let password: Password
  /// What the owner calls the device.
  package let label: String

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - name: The account's name.
  ///   - password: The account's password.
  ///   - label: What the owner calls the device.
  package init(name: AccountName, password: Password, label: String) {
    self.name = name
    self.password = password
    self.label = label
  }
}

/// What a device needs to know once it signed in.
package struct SignInReply: Sendable, Hashable {
  /// The secret by which the server knows the device from now on.
  package let token: DeviceToken
  /// The account's vault.
  package let vault: VaultID
  /// What the server calls the device.
  package let device: SignedInDeviceID

  /// Creates a reply.
  ///
  /// - Parameters:
  ///   - token: The secret by which the server knows the device.
  ///   - vault: The account's vault.
  ///   - device: What the server calls the device.
  package init(token: DeviceToken, vault: VaultID, device: SignedInDeviceID) {
    self.token = token
    self.vault = vault
    self.device = device
  }
}

/// Why a server did not do something about an account.
package enum AccountError: Error, Sendable, Hashable {
  /// There is no such account, or its password is another; which of the two is not said.
  case badCredentials
  /// The token means nothing here.
  case unauthorized
  /// There were too many tries.
  ///
  /// - Parameter retryAfter: When to try again, in milliseconds from now.
  case rateLimited(retryAfter: Int)
  /// The account has no such device.
  case unknownDevice
  /// There is no such account; only an operator is told.
  case unknownAccount
  /// There is such an account already.
  case accountExists
  /// The password is too short to be set.
  case weakPassword
  /// The account has as many devices as it may.
  case tooManyDevices
  /// There is not enough memory to look at a password just now.
  case noMemory
  /// The store failed.
  case store(StoreError)
}
