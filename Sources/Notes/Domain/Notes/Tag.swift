/// A label on a note, for example `recipe` or `garden/tomatoes`.
///
/// A slash nests tags: a query for `garden` also finds `garden/tomatoes`. Queries ignore the case of tags.
package struct Tag: Sendable, Hashable, Comparable {
  /// The tag without its `#`.
  package let name: String

  /// Parses a tag, with or without a leading `#`; `nil` when the rest is empty, contains white space, a comma, a control
  /// character or a `#`, or has an empty part between slashes.
  package init?(_ text: some StringProtocol) {
    let name = text.utf8.first == UInt8(ascii: "#") ? String(text.dropFirst()) : String(text)
    guard !name.isPlainPath else {
      self.name = name
      return
    }
    let isClean = name.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control && scalar != "," && scalar != "#"
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard isClean, !parts.contains(where: \.isEmpty) else { return nil }
    self.name = name
  }

  package static func < (left: Tag, right: Tag) -> Bool {
    left.name < right.name
  }

  /// Returns whether two tags are equal, ignoring case.
  package func isSame(as other: Tag) -> Bool {
    name.lowercased() == other.name.lowercased()
  }

  /// Returns whether a query for this tag finds a note with another: the same tag or one nested in it, ignoring case.
  package func covers(_ other: Tag) -> Bool {
    let (own, theirs) = (name.lowercased(), other.name.lowercased())
    return theirs == own || theirs.hasPrefix(own + "/")
  }
}

/// The tags in a text: `#garden`, `#garden/tomatoes`.
///
/// A tag starts a line or follows white space, a comma or an opening bracket. It consists of letters, digits, emoji, `_`, `-`
/// and `/`, and not of digits alone. Tags in code are ignored. These are Obsidian's rules.
package enum InlineTags {
  /// Returns the tags of a text in order without duplicates. O(length of the text).
  package static func find(in body: String) -> [Tag] {
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
