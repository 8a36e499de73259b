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
