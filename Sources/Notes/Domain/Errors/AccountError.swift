/// Why a server did not do something about an account.
public enum AccountError: Error, Sendable, Hashable {
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
