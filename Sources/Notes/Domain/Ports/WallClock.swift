/// What time it is.
public protocol WallClock: Sendable {
  /// The present moment.
  func now() -> Timestamp
}
