/// The name of an account on a server.
package struct AccountName: Sendable, Hashable {
  package let text: String

  /// Parses 1 to 64 lower-case letters, digits and `.`, `-`, `_`, `@`, `+`, of which the first is a letter or a digit;
  /// `nil` for any other text.
  package init?(_ text: String) {
    guard 1...64 ~= text.utf8.count, let first = text.utf8.first, Self.isLetterOrDigit(first),
      text.utf8.allSatisfy({ Self.isLetterOrDigit($0) || Self.signs.contains($0) })
    else { return nil }
    self.text = text
  }

  private static let signs: [UInt8] = Array(".-_@+".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension AccountName: CustomStringConvertible {
  package var description: String { text }
}

/// The request of a signed-in device for another password of its account.
package struct PasswordChange: Sendable, Hashable {
  package let current: Password
  package let new: Password

  package init(from current: Password, to new: Password) {
    self.current = current
    self.new = new
  }
}

/// The request of a device to sign in.
package struct SignInRequest: Sendable, Hashable {
  /// The maximum length of a label, in bytes of UTF-8.
  package static let maximumLabelBytes = 100

  package let name: AccountName
  package let password: Password
  /// The owner's name for the device.
  package let label: String

  package init(name: AccountName, password: Password, label: String) {
    self.name = name
    self.password = password
    self.label = label
  }
}

/// The reply to a successful sign-in.
package struct SignInReply: Sendable, Hashable {
  package let token: DeviceToken
  package let vault: VaultID
  /// The server's identifier of the device.
  package let device: SignedInDeviceID

  package init(token: DeviceToken, vault: VaultID, device: SignedInDeviceID) {
    self.token = token
    self.vault = vault
    self.device = device
  }
}

/// An error of a request about an account.
package enum AccountError: Error, Sendable, Hashable {
  /// There is no such account, or the password is wrong. The error does not reveal which.
  case badCredentials
  /// The token is unknown.
  case unauthorized
  /// There were too many attempts.
  ///
  /// - Parameter retryAfter: The time until the next attempt is allowed.
  case rateLimited(retryAfter: Duration)
  /// The task was cancelled, since the device waits no longer. Nothing was changed.
  case abandoned
  /// The account has no such device.
  case unknownDevice
  /// There is no such account. Only operators receive this error.
  case unknownAccount
  /// An account of this name exists.
  case accountExists
  /// The password is not allowed as a new password.
  case weakPassword(PasswordWeakness)
  /// The account has the maximum number of devices.
  case tooManyDevices
  /// There is not enough memory to hash a password now.
  case outOfMemory
  /// The store failed.
  case store(StoreError)
}
