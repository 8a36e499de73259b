/// A full-text search.
///
/// Every text is a valid query: an unclosed quote ends with the text, and meaningless characters are ignored.
///
/// | typed | finds notes with |
/// |---|---|
/// | `sourdough starter` | both words, anywhere |
/// | `"sourdough starter"` | the words next to each other |
/// | `tomat*` | words with this prefix |
/// | `tea -green` | the first word, and not the second |
///
/// A query with exclusions only finds nothing, since there is no best match.
package struct SearchQuery: Sendable, Hashable {
  /// A word or phrase that a note must, or must not, contain.
  package struct Term: Sendable, Hashable {
    /// The words without quotes and operators. Several words must be adjacent.
    package let text: String
    package let isPrefix: Bool
    /// Whether the note must not contain the words.
    package let isExcluded: Bool

    package init(_ text: String, isPrefix: Bool = false, isExcluded: Bool = false) {
      self.text = text
      self.isPrefix = isPrefix
      self.isExcluded = isExcluded
    }
  }

  /// The maximum number of terms. Further terms are ignored.
  package static let maximumTerms = 64

  package let terms: [Term]
  package let limit: Int
  /// Whether the search covers the trash instead of all other notes.
  package let isInTrash: Bool

  /// Parses a query. O(length of the text).
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

  /// Returns whether a dash before this character excludes. An arrow such as `->` is a term.
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
  /// Whether the term is searched as a substring rather than as words.
  ///
  /// A word index does not cover terms without a letter or digit (`🍞`, `->`), scripts without spaces between words
  /// (Chinese, Japanese, Thai), or scripts whose particles are attached to nouns (Korean).
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
  /// Whether a word index treats the character as part of a word: letters, digits and private-use characters, as in
  /// SQLite's `unicode61` tokenizer.
  fileprivate var isWordPart: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Whether the character belongs to a script without spaces between words.
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

/// The result of a search.
package struct SearchResult: Sendable, Hashable {
  /// The hits, best match first.
  package let hits: [SearchHit]
  /// The number of newest matches that were ranked; `nil` when all were. Searches for very common words rank only the
  /// newest matches.
  package let rankedNewest: Int?

  package init(hits: [SearchHit], rankedNewest: Int? = nil) {
    self.hits = hits
    self.rankedNewest = rankedNewest
  }
}

/// A note that a search found, with a snippet of its text.
package struct SearchHit: Sendable, Hashable, Identifiable {
  /// A piece of a snippet.
  package struct Piece: Sendable, Hashable {
    package let text: String
    /// Whether the piece matches the query.
    package let isMatch: Bool

    package init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  package let note: NoteSummary
  /// The text around the best match, in order.
  package let snippet: [Piece]

  package init(note: NoteSummary, snippet: [Piece]) {
    self.note = note
    self.snippet = snippet
  }

  package var id: NoteID { note.id }
}
