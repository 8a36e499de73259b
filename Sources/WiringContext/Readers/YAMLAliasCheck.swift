/// The check for aliases within keys, which Yams expands while it parses, in order to compare the keys of each map.
enum YAMLAliasCheck {
  /// The number of aliases up to which a text cannot expand to much.
  private static let harmlessCount = 20

  /// Whether parsing the text could take exponential time.
  ///
  /// This is a heuristic without a parser, which also rejects some harmless texts, but only ones with many aliases and a key
  /// that does not look like text.
  static func mayExpandInKeys(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(UInt8(ascii: "*")) else { return false }
    var aliases = 0
    var hasCollectionKey = false
    // The last byte that is not a space.
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
        let isIndicator = index + 1 == bytes.count || bytes[index + 1] <= 0x20
        if isIndicator, "[]{},\n-?:".utf8.contains(last) { hasCollectionKey = true }
      default: break
      }
      if byte > 0x20 || byte == UInt8(ascii: "\n") {
        // A space ends the name of the alias; after it, only a colon makes the alias a key.
        if byte == UInt8(ascii: "\n") || "[]{},".utf8.contains(byte) || (isInAlias && bytes[max(0, index - 1)] <= 0x20)
        {
          isInAlias = byte == UInt8(ascii: "*")
        }
        last = byte
      }
      if hasCollectionKey, aliases > harmlessCount { return true }
    }
    return false
  }
}
