extension SearchQuery.Term {
  /// Whether the term is looked for as it stands, anywhere in a text, rather than as words.
  ///
  /// An index of words needs words. A term without a letter or digit (`🍞`, `->`) has none, and scripts that are written
  /// without spaces (Chinese, Japanese, Thai) or that glue particles to nouns (Korean) have none that a person would type.
  public var isLiteral: Bool {
    var hasWord = false
    for scalar in text.unicodeScalars {
      if scalar.isUnsegmented { return true }
      if scalar.isWordPart { hasWord = true }
    }
    return !hasWord
  }
}

extension Unicode.Scalar {
  /// Whether an index of words takes the character for a part of a word: letters, digits and private characters, as
  /// SQLite's `unicode61` tokenizer has it.
  fileprivate var isWordPart: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Whether the character belongs to a script whose words are not set apart by spaces.
  fileprivate var isUnsegmented: Bool {
    switch value {
    case 0x0E00...0x0EFF: true  // Thai, Lao
    case 0x1000...0x109F, 0xAA60...0xAA7F, 0xA9E0...0xA9FF: true  // Myanmar
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true  // Hangul
    case 0x1780...0x17FF, 0x19E0...0x19FF: true  // Khmer
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029: true  // Han radicals, marks and numerals
    case 0x3040...0x312F, 0x31A0...0x31FF, 0xFF66...0xFF9D: true  // Kana, Bopomofo
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true  // Han
    default: false
    }
  }
}
