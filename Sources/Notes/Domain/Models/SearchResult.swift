/// What a search found, best match first.
public struct SearchResult: Sendable, Hashable {
  /// The hits, best first.
  public let hits: [SearchHit]
  /// When the words are so common that only the newest notes with them were ranked: how many of them.
  public let rankedNewest: Int?

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - hits: The hits, best first.
  ///   - rankedNewest: How many of the newest notes were ranked, when not all were.
  public init(hits: [SearchHit], rankedNewest: Int? = nil) {
    self.hits = hits
    self.rankedNewest = rankedNewest
  }
}
