public import NotesDomain

/// What a search shows.
public struct SearchState: Sendable, Hashable {
  /// A hit, as a line.
  public struct Row: Sendable, Hashable, Identifiable {
    /// The note and the place in its text.
    public let hit: SearchHit
    /// The shortest beginning of the note's id that names it.
    public let shortID: String

    /// The note's identity.
    public var id: NoteID { hit.id }
  }

  /// How far the search is.
  public var phase: Phase = .idle
  /// The hits, best first.
  public var rows: [Row] = []
  /// When only the newest notes with the words were ranked, since the words are very common: how many.
  public var rankedNewest: Int?
}
