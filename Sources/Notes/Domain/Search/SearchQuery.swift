/// What a person is looking for.
///
/// Any text is a valid query: a quote that is never closed ends with the text, and signs that mean nothing are ignored.
///
/// | typed | finds notes with |
/// |---|---|
/// | `sourdough starter` | both words, anywhere |
/// | `"sourdough starter"` | the words side by side |
/// | `tomat*` | words that begin so |
/// | `tea -green` | the first, and not the second |
///
/// A query that only excludes finds nothing: there would be no best match.
package struct SearchQuery: Sendable, Hashable {
  /// One thing that must, or must not, stand in a note.
  package struct Term: Sendable, Hashable {
    /// The words as typed, without quotes and signs; several words stand side by side.
    package let text: String
    /// Whether the last word may go on.
    package let isPrefix: Bool
    /// Whether the note must not have it.
    package let isExcluded: Bool

    /// Creates a term.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - isPrefix: Whether the last word may go on.
    ///   - isExcluded: Whether the note must not have it.
    package init(_ text: String, isPrefix: Bool = false, isExcluded: Bool = false) {
      self.text = text
      self.isPrefix = isPrefix
      self.isExcluded = isExcluded
    }
  }

  /// The most terms that are looked at; the rest of an absurdly long text is ignored.
  package static let maximumTerms = 64

  /// The terms, in the order they were typed.
  package let terms: [Term]
  /// The most hits to return.
  package let limit: Int
  /// Whether to look in the trash instead of outside it.
  package let isInTrash: Bool

  /// Reads what a person typed. O(length of the text).
  ///
  /// - Parameters:
  ///   - text: Any text at all.
  ///   - limit: The most hits to return.
  ///   - isInTrash: Whether to look in the trash instead of outside it.
  package init(_ text: String, limit: Int = 20, isInTrash: Bool = false) {
    self.terms = Self.terms(in: text)
    self.limit = limit
    self.isInTrash = isInTrash
  }

  private static func terms(in text: String) -> [Term] {
    var terms: [Term] = []
    var rest = text.unicodeScalars[...]
    while terms.count < maximumTerms {
      rest = rest.drop(while: isSeparator)
      guard let first = rest.first else { break }
      var isExcluded = false
      if first == "-", let next = rest.dropFirst().first, beginsTerm(next) {
        isExcluded = true
        rest = rest.dropFirst()
      }
      let words: Substring.UnicodeScalarView
      if rest.first == "\"" {
        rest = rest.dropFirst()
        words = rest.prefix { $0 != "\"" }
        rest = rest.dropFirst(words.count).dropFirst()
      } else {
        words = rest.prefix { !isSeparator($0) && $0 != "\"" }
        rest = rest.dropFirst(words.count)
      }
      var isPrefix = false
      if rest.first == "*" {
        isPrefix = true
        rest = rest.dropFirst()
      }
      var term = String(String.UnicodeScalarView(words))
      while term.hasSuffix("*") {
        isPrefix = true
        term.removeLast()
      }
      guard term != "-", term.unicodeScalars.contains(where: { !isSeparator($0) }) else { continue }
      terms.append(Term(term, isPrefix: isPrefix, isExcluded: isExcluded))
    }
    return terms
  }

  /// Whether a dash before this excludes: an arrow such as `->` is a thing to look for.
  private static func beginsTerm(_ scalar: Unicode.Scalar) -> Bool {
    !isSeparator(scalar)
      && (scalar == "\"" || scalar.value > 0x7F || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || scalar == "#" || scalar == "[" || scalar == "-")
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}

extension SearchQuery.Term {
  /// Whether the term is looked for as it stands, anywhere in a text, rather than as words.
  ///
  /// An index of words needs words. A term without a letter or digit (`🍞`, `->`) has none, and scripts that are written
  /// without spaces (Chinese, Japanese, Thai) or that glue particles to nouns (Korean) have none that a person would type.
  package var isLiteral: Bool {
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

/// What a search found, best match first.
package struct SearchResult: Sendable, Hashable {
  /// The hits, best first.
  package let hits: [SearchHit]
  /// When the words are so common that only the newest notes with them were ranked: how many of them.
  package let rankedNewest: Int?

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - hits: The hits, best first.
  ///   - rankedNewest: How many of the newest notes were ranked, when not all were.
  package init(hits: [SearchHit], rankedNewest: Int? = nil) {
    self.hits = hits
    self.rankedNewest = rankedNewest
  }
}

/// A note that a search found, with the place in its text.
package struct SearchHit: Sendable, Hashable, Identifiable {
  /// A piece of a snippet.
  package struct Piece: Sendable, Hashable {
    /// The text of the piece.
    package let text: String
    /// Whether this is what was searched for.
    package let isMatch: Bool

    /// Creates a piece.
    ///
    /// - Parameters:
    ///   - text: The text of the piece.
    ///   - isMatch: Whether this is what was searched for.
    package init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  /// The note without its text.
  package let note: NoteSummary
  /// A few words around the best match, in order.
  package let snippet: [Piece]

  /// Creates a hit.
  ///
  /// - Parameters:
  ///   - note: The note without its text.
  ///   - snippet: A few words around the best match.
  package init(note: NoteSummary, snippet: [Piece]) {
    self.note = note
    self.snippet = snippet
  }

  /// The note's identity.
  package var id: NoteID { note.id }
}
