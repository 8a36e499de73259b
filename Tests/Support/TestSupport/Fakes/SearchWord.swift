import Foundation

/// A word of a text, without case and accents, as an index of words has it.
struct SearchWord {
  let range: Range<String.Index>
  let folded: String

  /// Cuts a text into words.
  static func find(in text: String) -> [SearchWord] {
    var words: [SearchWord] = []
    let scalars = text.unicodeScalars
    var position = scalars.startIndex
    while position < scalars.endIndex {
      let start = position
      while position < scalars.endIndex, isPart(scalars[position], inside: position > start) {
        position = scalars.index(after: position)
      }
      guard start < position else {
        position = scalars.index(after: position)
        continue
      }
      let folded = String(scalars[start..<position])
        .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      words.append(SearchWord(range: start..<position, folded: folded))
    }
    return words
  }

  private static func isPart(_ scalar: Unicode.Scalar, inside: Bool) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .privateUse:
      true
    case .nonspacingMark: inside
    // SQLite takes the last two planes for private use to their ends.
    case .unassigned: scalar.value >= 0xF_0000
    default: false
    }
  }
}
