import NotesDomain
import Testing

extension SignInRequest {
  /// Creates a request from valid texts.
  static func of(_ name: String, _ password: String, label: String = "laptop") throws -> SignInRequest {
    SignInRequest(name: try .of(name), password: try .of(password), label: label)
  }
}

extension AccountName {
  /// Creates a name from a valid text.
  static func of(_ text: String) throws -> AccountName { try #require(AccountName(text)) }
}

extension Password {
  /// Creates a password from a valid text.
  static func of(_ text: String) throws -> Password { try #require(Password(text)) }
}
