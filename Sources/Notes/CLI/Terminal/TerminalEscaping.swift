/// Escapes user content for a terminal.
///
/// A note can contain anything: a pasted escape sequence that renames the window or answers a prompt, a control that
/// reverses the direction of writing to disguise text. Control characters are written as `^[`, those beyond ASCII and the
/// ones for direction as `<U+202E>`. Letters of every script, and emoji, are unchanged.
enum TerminalEscaping {
  /// Returns text without control characters; line breaks and tabs are kept, or replaced by spaces. O(length).
  static func escaped(_ text: String, keepingLines: Bool) -> String {
    // Nearly all text is clean ASCII, so the bytes are checked before anything is copied.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    var result = ""
    write(text, keepingLines: keepingLines, to: &result)
    return result
  }

  /// Writes text without control characters in pieces. What is written is not read or copied again: a page may be nothing but
  /// characters to escape.
  static func write(_ text: String, keepingLines: Bool, to output: inout some TextOutputStream) {
    let scalars = text.unicodeScalars
    // The tag characters since a black flag; `nil` elsewhere.
    var flagTags: Int?
    var (clean, position) = (scalars.startIndex, scalars.startIndex)
    while position < scalars.endIndex {
      let scalar = scalars[position]
      let next = scalars.index(after: position)
      let following = next < scalars.endIndex ? scalars[next] : nil
      if let escape = escape(of: scalar, before: following, flagTags: flagTags, keepingLines: keepingLines) {
        if clean < position { output.write(String(scalars[clean..<position])) }
        output.write(escape)
        clean = next
      }
      flagTags = scalar.value == 0x1F3F4 ? 0 : isFlagTag(scalar, flagTags) ? flagTags.map { $0 + 1 } : nil
      position = next
    }
    if clean < position { output.write(String(scalars[clean...])) }
  }

  /// Returns what is written in place of a scalar; `nil` for one that is written as it is.
  private static func escape(
    of scalar: Unicode.Scalar, before next: Unicode.Scalar?, flagTags: Int?, keepingLines: Bool
  ) -> String? {
    switch scalar.value {
    case 0x0A where keepingLines, 0x09 where keepingLines: return nil
    case 0x0D where keepingLines && next == "\n": return ""
    case 0x09, 0x0A: return " "
    case 0x0D where !keepingLines: return " "
    case 0x00..<0x20: return "^\(Unicode.Scalar(UInt8(scalar.value) + 0x40))"
    case 0x7F: return "^?"
    case _ where scalar.isTerminalControl,
      0xE0000...0xE007F where !isFlagTag(scalar, flagTags):
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
    default: return nil
    }
  }

  /// Returns whether a tag character is part of a flag: after a black flag, at most six tags spell those of England, Scotland and
  /// Wales; elsewhere they are invisible text.
  private static func isFlagTag(_ scalar: Unicode.Scalar, _ tags: Int?) -> Bool {
    guard let tags, tags < 6 else { return false }
    return (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
      || scalar.value == 0xE007F
  }
}

extension Unicode.Scalar {
  /// Whether it controls a terminal or the direction of writing, and shows nothing.
  var isTerminalControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }
}

/// The number of terminal columns of text.
///
/// The East Asian wide and full-width ranges of Unicode Standard Annex 11, and emoji, have two columns. Terminals disagree
/// about some others, which at worst shifts a line of a table.
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    // Ids and times, which fill most columns of tables, are ASCII.
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns text truncated to a width, with an ellipsis at the end.
  static func fitted(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var (result, used) = ("", 0)
    for character in text {
      let next = of(character)
      guard used + next < width else { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  /// Returns the columns of an emoji, which consists of several scalars, or the sum of those of the scalars: the syllables of
  /// Indic scripts are one character each, and as wide as their letters and spacing vowels together.
  private static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value < 0x20 ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x17000...0x18AFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      return 2
    // The vowels and final consonants of decomposed Hangul join the first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default:
      return 1
    }
  }
}

extension String {
  /// Returns the text with spaces after it, up to a number of columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
  }

  /// Returns the text with spaces before it, up to a number of columns.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - DisplayWidth.of(self))) + self
  }
}
