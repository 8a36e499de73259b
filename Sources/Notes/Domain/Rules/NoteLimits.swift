/// How large things may be.
public enum NoteLimits {
  /// The most bytes a note's text may have: 10 MB, far more than anybody writes, and little enough for every layer.
  public static let maximumBytes = 10_000_000
}
