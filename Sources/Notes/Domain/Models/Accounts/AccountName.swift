/// The name of somebody's account on a server.
public struct AccountName: Sendable, Hashable {
  /// The name.
  public let text: String

  /// Reads a name.
  ///
  /// - Parameter text: 1 to 64 lower-case letters, digits and `.`, `-`, `_`, `@`, `+`, of which the first is a letter or a
  ///   digit.
  /// - Returns: `nil` when the text is anything else.
  public init?(_ text: String) {
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
  /// The name.
  public var description: String { text }
}
