/// Why what a person typed does not name one note.
public enum ReferenceError: Error, Sendable, Hashable {
  /// The text cannot be the beginning of an id.
  case malformed(String)
  /// No id begins with the text.
  case unknown(String)
  /// Several ids begin with the text: these, and perhaps more.
  case ambiguous(String, candidates: [NoteSummary])
}
