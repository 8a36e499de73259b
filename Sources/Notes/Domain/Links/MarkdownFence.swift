/// The line that opens or closes a fenced code block.
package struct MarkdownFence: Sendable {
  private let sign: UInt8
  private let length: Int
  /// Whether text follows the signs, as it can where a block opens.
  private let hasText: Bool

  /// Parses a line; `nil` when it has no fence.
  package init?(_ line: some Collection<UInt8>) {
    let content = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let sign = content.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    length = content.prefix { $0 == sign }.count
    guard length >= 3 else { return nil }
    self.sign = sign
    let rest = content.dropFirst(length)
    // Code in a line, not a block: ```x``` has its signs on both sides.
    guard sign != UInt8(ascii: "`") || !rest.contains(sign) else { return nil }
    hasText = rest.contains { $0 > 0x20 }
  }

  /// Returns whether this line closes a block that another one opened.
  package func closes(_ opening: MarkdownFence) -> Bool {
    sign == opening.sign && length >= opening.length && !hasText
  }
}
