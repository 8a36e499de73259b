/// Turns passwords into what may be kept of them, at a cost that makes guessing expensive.
package protocol PasswordHasher: Sendable {
  /// Makes the hash of a new password, with the parameters of the day. Takes about a second.
  ///
  /// - Throws: ``AccountError/noMemory``.
  func hash(_ password: Password) async throws(AccountError) -> PasswordHash

  /// Compares a password with a hash. It takes as long whatever comes out.
  ///
  /// - Parameters:
  ///   - password: What somebody typed.
  ///   - hash: What is kept; `nil` for nobody, which costs the same and never matches.
  /// - Throws: ``AccountError/noMemory``.
  /// - Returns: Whether they match, and whether the hash should be made anew since its parameters are of an earlier day.
  func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool)
}

/// What somebody types to sign in. Printing one shows none of it.
package struct Password: Sendable, Hashable {
  /// The fewest bytes of a new password; what was set before is accepted as it is.
  package static let minimumBytes = 10
  /// The most bytes of one.
  package static let maximumBytes = 1024

  /// The bytes, as they were typed.
  package let bytes: [UInt8]

  /// Reads a password.
  ///
  /// - Parameter text: 1 to 1024 bytes.
  /// - Returns: `nil` when the text is empty or longer.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard 1...Self.maximumBytes ~= bytes.count else { return nil }
    self.bytes = bytes
  }

  /// Whether it may be set as a new password: a length is the only rule
  /// (<https://pages.nist.gov/800-63-4/sp800-63b.html>, 3.1.1.2).
  package var isLongEnough: Bool { bytes.count >= Self.minimumBytes }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the secret.
  package var description: String { "a password" }
  /// Nothing of the secret.
  package var debugDescription: String { description }
  /// Nothing of the secret.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a server keeps of a password: enough to recognize it, with the parameters that it was made with.
package struct PasswordHash: Sendable, Hashable {
  /// The hash in the form of the PHC string format
  /// (<https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md>): `$scrypt$ln=17,r=8,p=1$…$…`.
  package let text: String

  /// Restores a hash.
  ///
  /// - Parameter text: What a ``PasswordHasher`` wrote.
  package init(text: String) {
    self.text = text
  }
}
