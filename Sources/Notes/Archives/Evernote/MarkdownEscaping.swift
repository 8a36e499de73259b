// By scalars, as parsers of Markdown read: a sign with an accent behind it is one `Character`, and a sign all the same.
extension MarkdownText {
  /// Returns a text in which characters are escaped that would mean something else in Markdown.
  ///
  /// - Parameters:
  ///   - previous: The character before the text on the line; `nil` at the beginning of a line.
  ///   - next: The character after the text; `nil` at the end or before a mark.
  ///   - isInLink: Whether the text is that of a link, which a bracket would end.
  static func escaped(
    _ text: String, after previous: Unicode.Scalar?, before next: Unicode.Scalar?, isInLink: Bool
  ) -> String {
    // Most texts have nothing to escape.
    let mayBeginBlock = previous == nil && text.utf8.first.map { $0 < UInt8(ascii: "A") } ?? false
    guard mayBeginBlock || text.utf8.contains(where: specialBytes.contains) else { return text }
    let characters = Array(text.unicodeScalars)
    let mark = previous == nil ? startMark(of: characters) : nil
    var result = String.UnicodeScalarView()
    var closing = -1
    for index in characters.indices {
      // The next closing bracket is found once, not for each opening one before it.
      if characters[index] == "[", closing <= index {
        closing = characters[(index + 1)...].firstIndex(of: "]") ?? characters.endIndex
      }
      let before = index > 0 ? characters[index - 1] : previous
      let after = index + 1 < characters.count ? characters[index + 1] : next
      let rest = characters[(index + 1)...]
      let isSpecial =
        characters[index] == "["
        ? isInLink || opensLink(rest, closing: closing)
        : isSpecial(characters[index], after: before, before: after, rest: rest, isInLink: isInLink)
      if index == mark || isSpecial {
        result.append("\\")
      }
      result.append(characters[index])
    }
    return String(result)
  }

  /// The characters that are escaped in some places. Those of the beginning of a line are all before the letters.
  private static let specialBytes = Set("\\`*_~[]<&".utf8)

  private static func isSpecial(
    _ character: Unicode.Scalar, after before: Unicode.Scalar?, before after: Unicode.Scalar?,
    rest: ArraySlice<Unicode.Scalar>, isInLink: Bool
  ) -> Bool {
    switch character {
    case "\\": after.map(isPunctuation) ?? false
    case "`": true
    // With spaces on both sides it marks nothing.
    case "*": !(isSpace(before) && isSpace(after))
    case "_": !(isSpace(before) && isSpace(after)) && !(isLetter(before) && isLetter(after))
    case "~": after == "~" || before == "~"
    case "]": isInLink
    case "<": after.map { $0.isASCII && isLetter($0) && !isDigit($0) || "/!?".unicodeScalars.contains($0) } ?? false
    case "&": namesCharacter(rest)
    default: false
    }
  }

  /// Returns the index of the character that makes the beginning of a line that of a heading, a list, a quote or a rule.
  private static func startMark(of line: [Unicode.Scalar]) -> Int? {
    guard let first = line.first else { return nil }
    let isRepeated = line.allSatisfy { $0 == first || $0 == " " }
    let isFollowedBySpace = isSpace(line.dropFirst().first)
    switch first {
    // A hash and a letter are a tag, here as there.
    case "#":
      let length = line.prefix { $0 == "#" }.count
      return length <= 6 && isSpace(line.dropFirst(length).first) ? 0 : nil
    case "-": return isFollowedBySpace || isRepeated ? 0 : nil
    case "+", "*": return isFollowedBySpace ? 0 : nil
    case "=": return isRepeated ? 0 : nil
    case ">": return 0
    default:
      // `1.` and `1)` begin a list.
      let digits = line.prefix(while: isDigit).count
      guard 1...9 ~= digits, digits < line.count, line[digits] == "." || line[digits] == ")",
        isSpace(line.dropFirst(digits + 1).first)
      else { return nil }
      return digits
    }
  }

  /// Returns whether the text after an opening bracket makes it the beginning of a link, a footnote or the box of a task.
  ///
  /// - Parameter closing: The index of the next closing bracket; the end of the text when there is none.
  private static func opensLink(_ rest: ArraySlice<Unicode.Scalar>, closing: Int) -> Bool {
    if rest.first == "[" || rest.first == "^" { return true }
    guard closing < rest.endIndex else { return false }
    let after = rest[(closing + 1)...].first
    let content = rest[..<closing]
    return after == "(" || after == "[" || after == ":"
      || content.count == 1 && " xX".unicodeScalars.contains(content.first ?? "-")
  }

  /// Returns whether the text after an ampersand is the name or number of a character, as in `&amp;`.
  private static func namesCharacter(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let end = rest.prefix(33).firstIndex(of: ";"), end > rest.startIndex else { return false }
    return rest[..<end].allSatisfy { $0.isASCII && isLetter($0) || $0 == "#" }
  }

  private static func isSpace(_ character: Unicode.Scalar?) -> Bool { character?.properties.isWhitespace ?? true }

  /// Returns whether a character is a letter, a digit, or a mark of one.
  private static func isLetter(_ character: Unicode.Scalar?) -> Bool {
    guard let properties = character?.properties else { return false }
    return properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .nonspacingMark
  }

  private static func isDigit(_ character: Unicode.Scalar) -> Bool { "0"..."9" ~= character }

  private static func isPunctuation(_ character: Unicode.Scalar) -> Bool {
    0x21...0x7E ~= character.value && !isLetter(character)
  }
}
