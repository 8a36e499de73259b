/// A search for notes, with snippets of their texts.
package struct SearchQuery: Sendable, Hashable {
  package var filter: NoteFilter
  package var scope: NoteQuery.Scope
  /// The order of the hits; `nil` for the best match first. Without words to rank, that is the newest note first.
  package var order: NoteQuery.Order?
  package var limit: Int

  package init(
    _ filter: NoteFilter, scope: NoteQuery.Scope = .kept, order: NoteQuery.Order? = nil, limit: Int = 20
  ) {
    self.filter = filter
    self.scope = scope
    self.order = order
    self.limit = limit
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

/// A word or phrase to look for in texts.
package struct SearchTerm: Sendable, Hashable {
  /// The words without quotes and operators. Several words must be adjacent.
  package let text: String
  /// Whether the last word may be the beginning of one.
  package let isPrefix: Bool

  package init(_ text: String, isPrefix: Bool = false) {
    self.text = text
    self.isPrefix = isPrefix
  }
}

extension SearchTerm {
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

/// The searches that a person has named, to use as `@name` in queries.
package struct SavedSearches: Sendable, Hashable {
  /// The queries by name.
  package let queries: [String: String]
  /// The places of the searches in the configuration file, by name.
  package let locations: [String: ConfigurationLocation]

  package init(_ queries: [String: String] = [:], locations: [String: ConfigurationLocation] = [:]) {
    self.queries = queries
    self.locations = locations
  }

  /// Returns an error with the place of the saved search that it is about.
  package func located(_ error: NoteFilterError) -> NoteFilterError {
    switch error {
    case .inSearch(let name, let cause, _): .inSearch(name, cause, at: locations[name])
    case .recursiveSearch(let name): .inSearch(name, error, at: locations[name])
    case .invalidDate, .reversedDates, .invalidTag, .invalidNotebook, .unknownValue, .unexpectedStar, .unknownSearch,
      .combinedSearch, .tooManyConditions:
      error
    }
  }
}
