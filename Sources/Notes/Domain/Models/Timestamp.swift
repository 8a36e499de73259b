/// A moment in time, counted in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// A store, a file and a peer must agree on a moment to the last digit, which a floating-point `Date` does not promise.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since the Unix epoch; negative before it.
  public var millisecondsSince1970: Int64

  /// Creates a moment.
  ///
  /// - Parameter millisecondsSince1970: Milliseconds since the Unix epoch.
  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// Orders moments from earlier to later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}
