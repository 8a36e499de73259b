/// What somebody types to sign in. Printing one shows none of it.
public struct Password: Sendable, Hashable {
  /// The fewest bytes of a new password; what was set before is accepted as it is.
  public static let leastBytes = 10
  /// The most bytes of one.
  public static let mostBytes = 1024

  /// The bytes, as they were typed.
  public let bytes: [UInt8]

  /// Reads a password.
  ///
  /// - Parameter text: 1 to 1024 bytes.
  /// - Returns: `nil` when the text is empty or longer.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard 1...Self.mostBytes ~= bytes.count else { return nil }
    self.bytes = bytes
  }

  /// Whether it may be set as a new password: a length is the only rule
  /// (<https://pages.nist.gov/800-63-4/sp800-63b.html>, 3.1.1.2).
  public var isLongEnough: Bool { bytes.count >= Self.leastBytes }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the secret.
  public var description: String { "a password" }
  /// Nothing of the secret.
  public var debugDescription: String { description }
  /// Nothing of the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
