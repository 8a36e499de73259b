/// A note that a search found, with the place in its text.
public struct SearchHit: Sendable, Hashable, Identifiable {
  /// A piece of a snippet.
  public struct Piece: Sendable, Hashable {
    /// The text of the piece.
    public let text: String
    /// Whether this is what was searched for.
    public let isMatch: Bool

    /// Creates a piece.
    ///
    /// - Parameters:
    ///   - text: The text of the piece.
    ///   - isMatch: Whether this is what was searched for.
    public init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  /// The note without its text.
  public let note: NoteSummary
  /// A few words around the best match, in order.
  public let snippet: [Piece]

  /// Creates a hit.
  ///
  /// - Parameters:
  ///   - note: The note without its text.
  ///   - snippet: A few words around the best match.
  public init(note: NoteSummary, snippet: [Piece]) {
    self.note = note
    self.snippet = snippet
  }

  /// The note's identity.
  public var id: NoteID { note.id }
}
