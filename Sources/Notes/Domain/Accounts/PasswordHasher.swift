/// A password hash function with a deliberate cost.
package protocol PasswordHasher: Sendable {
  /// Hashes a new password with the current parameters. Takes about a second. Throws ``AccountError/outOfMemory`` only.
  func hash(_ password: Password) async throws(AccountError) -> PasswordHash

  /// Verifies a password against a hash, in a time that does not depend on the result. Without a hash no password matches,
  /// and the time is the same. Throws ``AccountError/outOfMemory`` only.
  ///
  /// - Returns: Whether they match, and whether the hash has outdated parameters.
  func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool)
}

/// A password. Its descriptions do not reveal it.
package struct Password: Sendable, Hashable {
  /// The minimum length of a new password, in bytes. Existing shorter passwords stay valid.
  package static let minimumBytes = 10
  /// The maximum length of a password, in bytes.
  package static let maximumBytes = 1024

  package let bytes: [UInt8]

  /// Parses a password; `nil` when the text has no bytes or more than ``maximumBytes``.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard 1...Self.maximumBytes ~= bytes.count else { return nil }
    self.bytes = bytes
  }

  /// Whether the password has the minimum length of a new one.
  package var isLongEnough: Bool { bytes.count >= Self.minimumBytes }
}

extension Password: Secret {
  package var description: String { "a password" }
}

/// The reason why a password is not allowed as a new one.
package enum PasswordWeakness: Sendable, Hashable, CaseIterable {
  /// It has fewer than ``Password/minimumBytes``.
  case tooShort
  /// It is one of the most common passwords, or nearly one.
  case common
  /// It is little more than the name of the account or of the server.
  case resemblesName
}

/// A value whose descriptions and mirror do not reveal it.
package protocol Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Secret {
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The stored hash of a password, with the parameters of the hash function.
package struct PasswordHash: Sendable, Hashable {
  /// The hash in PHC string format (<https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md>):
  /// `$scrypt$ln=17,r=8,p=1$…$…`.
  package let text: String

  package init(text: String) {
    self.text = text
  }
}
