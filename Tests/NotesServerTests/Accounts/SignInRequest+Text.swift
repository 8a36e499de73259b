import NotesDomain
import Testing

extension SignInRequest {
  /// A request from texts.
  static func of(_ name: String, _ password: String, label: String = "laptop") throws -> SignInRequest {
    SignInRequest(name: try .of(name), password: try .of(password), label: label)
  }
}

extension AccountName {
  /// A name from a text that is one.
  static func of(_ text: String) throws -> AccountName { try #require(AccountName(text)) }
}

extension Password {
  /// A password from a text that is one.
  static func of(_ text: String) throws -> Password { try #require(Password(text)) }
}
