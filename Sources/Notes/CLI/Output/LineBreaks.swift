/// The places inside a word where a line may break: between characters of Chinese and Japanese, which are written without
/// spaces, but not before a closing mark or after an opening one.
enum LineBreaks {
  static func inside(_ word: Substring) -> [String.Index] {
    // Nearly all text is ASCII, and most of the other text has no such character.
    guard word.utf8.contains(where: { $0 >= 0xE2 }) else { return [] }
    var places: [String.Index] = []
    var previous: Character?
    for index in word.indices {
      let character = word[index]
      if let previous, isBreakable(previous, before: character) { places.append(index) }
      previous = character
    }
    return places
  }

  private static func isBreakable(_ character: Character, before next: Character) -> Bool {
    let isAfter = isIdeographic(character)
    let isBefore = isIdeographic(next)
    guard isAfter || isBefore, isAfter || character.isLetter || character.isNumber,
      isBefore || next.isLetter || next.isNumber
    else { return false }
    return !opening.contains(character) && !closing.contains(next)
  }

  private static func isIdeographic(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD: true
    default: false
    }
  }

  private static let opening: Set<Character> = ["「", "『", "（", "［", "｛", "【", "〔", "〈", "《", "〝"]
  private static let closing = Set(
    "、。，．・：；？！」』）］｝】〕〉》〟々ー〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")
}
