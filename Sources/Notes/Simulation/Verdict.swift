/// What the judge says of a history.
public enum Verdict: Sendable, Hashable {
  /// Every promise was kept.
  case kept
  /// One was broken.
  case broken(String)
}
