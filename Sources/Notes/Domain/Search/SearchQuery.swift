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
  /// Whether the term is searched as a substring rather than as words, since it has none (`🍞`, `->`).
  package var isLiteral: Bool {
    let bytes = Array(text.utf8)
    var (tokenizer, hasWord) = (WordTokenizer(), false)
    tokenizer.forEachWord(in: bytes.span) { _, _ in
      hasWord = true
      return false
    }
    return !hasWord
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
