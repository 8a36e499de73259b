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

/// The cost parameters of an scrypt hash (<https://www.rfc-editor.org/rfc/rfc7914>).
package struct ScryptParameters: Sendable, Hashable {
  /// The parameters of new hashes: 128 MB and approximately a second, OWASP's first recommendation
  /// (<https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>).
  package static let recommended = ScryptParameters(logarithm: 17, blockSize: 8, parallelism: 1)

  /// The exponent of 2 of the number of rounds.
  package let logarithm: Int
  /// The size of a block, in units of 128 bytes.
  package let blockSize: Int
  package let parallelism: Int

  package init(logarithm: Int, blockSize: Int, parallelism: Int) {
    (self.logarithm, self.blockSize, self.parallelism) = (logarithm, blockSize, parallelism)
  }

  /// The required memory in bytes; `nil` for parameters out of range.
  package var memory: Int? {
    guard 1...30 ~= logarithm, 1...1024 ~= blockSize else { return nil }
    return 128 * blockSize << logarithm
  }

  /// Returns whether a hash costs no more than twice as much as with other parameters. A stored hash must not decide how much
  /// memory and time a server spends.
  package func isWithinCost(of limit: ScryptParameters) -> Bool {
    guard let memory, let maximum = limit.memory, 1...1024 ~= parallelism else { return false }
    return memory <= 2 * maximum && memory * parallelism <= 2 * maximum * limit.parallelism
  }

  /// Returns whether a cost that someone else states is at least this program's, and no more than twice as high.
  package func isAcceptable(to least: ScryptParameters) -> Bool {
    logarithm >= least.logarithm && blockSize == least.blockSize && parallelism == least.parallelism
      && isWithinCost(of: least)
  }
}
