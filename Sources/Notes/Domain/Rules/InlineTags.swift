/// Tags in a text: `#garden`, `#garden/tomatoes`.
///
/// A tag begins a line or follows a space or an opening bracket, and holds letters, digits, `_`, `-` and `/`, not digits
/// alone. Signs in code do not count. These are Obsidian's rules.
public enum InlineTags {
  /// The tags of a text in order, without repetition. O(length of the text).
  ///
  /// - Parameter body: A note's text.
  public static func find(in body: String) -> [Tag] {
    guard body.utf8.contains(UInt8(ascii: "#")) else { return [] }
    var tags: [Tag] = []
    for line in MarkdownLines(body) where line.contains(UInt8(ascii: "#")) {
      var previous: UInt8 = UInt8(ascii: " ")
      var isCode = false
      var rest = line
      while let byte = rest.first {
        rest = rest.dropFirst()
        if byte == UInt8(ascii: "`") { isCode.toggle() }
        if byte == UInt8(ascii: "#"), !isCode, opensTag(previous), let tag = tag(at: rest) { tags.append(tag) }
        previous = byte
      }
    }
    return tags.withoutRepetition()
  }

  private static func opensTag(_ previous: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ",")].contains(previous)
  }

  private static func tag(at rest: Substring.UTF8View) -> Tag? {
    let scalars = Substring(rest).unicodeScalars.prefix { scalar in
      scalar == "_" || scalar == "-" || scalar == "/" || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
        || scalar.properties.isEmojiPresentation
    }
    var name = String(String.UnicodeScalarView(scalars))
    while name.hasSuffix("/") || name.hasSuffix("-") { name.removeLast() }
    guard name.unicodeScalars.contains(where: { $0.properties.numericType == nil && $0 != "_" && $0 != "/" }) else {
      return nil
    }
    return Tag(name)
  }
}
