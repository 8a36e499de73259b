/// Aliases within keys, which Yams would unfold by itself: it compares the keys of each map, whatever they are.
enum YAMLAliasCheck {
  /// With fewer aliases than this a text cannot unfold into much.
  private static let harmless = 20

  /// Whether reading the text might take forever. A look at the text, not a parser: it errs to the safe side, and only for
  /// texts with many aliases and a key that seems to be no text.
  static func mayExpandInKeys(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(UInt8(ascii: "*")) else { return false }
    var aliases = 0
    var hasCollectionKey = false
    /// The last byte that is no space; whether nothing else stood in the line; whether an alias's name is being read.
    var last = UInt8(ascii: "\n")
    var isInAlias = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "*"):
        aliases += 1
        isInAlias = true
      case UInt8(ascii: ":"):
        if isInAlias || last == UInt8(ascii: "]") || last == UInt8(ascii: "}") { hasCollectionKey = true }
      case UInt8(ascii: "?"):
        let isMark = index + 1 == bytes.count || bytes[index + 1] <= 0x20
        if isMark, opensEntry(last) { hasCollectionKey = true }
      default: break
      }
      if byte > 0x20 || byte == UInt8(ascii: "\n") {
        // A name ends at a space, and then only a colon makes it a key.
        if byte == UInt8(ascii: "\n") || isFlowMark(byte) || (isInAlias && bytes[max(0, index - 1)] <= 0x20) {
          isInAlias = byte == UInt8(ascii: "*")
        }
        last = byte
      }
      if hasCollectionKey, aliases > harmless { return true }
    }
    return false
  }

  private static func opensEntry(_ last: UInt8) -> Bool {
    isFlowMark(last) || last == UInt8(ascii: "\n") || last == UInt8(ascii: "-") || last == UInt8(ascii: "?")
      || last == UInt8(ascii: ":")
  }

  private static func isFlowMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","): true
    default: false
    }
  }
}
