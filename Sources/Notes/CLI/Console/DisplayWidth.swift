/// How many columns of a terminal a text takes.
///
/// Wide are the East Asian wide and full-width ranges of Unicode Standard Annex 11, and emoji. Terminals disagree about
/// the rest; a column more or less shifts a line of a table and nothing else.
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// As much of a text as fits, with an ellipsis where something is left out.
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

  private static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return first.value < 0x20 ? 0 : 1 }
    if first.properties.generalCategory == .nonspacingMark || first.properties.generalCategory == .format { return 0 }
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x17000...0x18AFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      return 2
    default:
      return 1
    }
  }
}
