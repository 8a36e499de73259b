/// When to try again, in whole seconds from now. The other form that HTTP has, a date, is not understood: it would depend
/// on two clocks.
public enum WireRetryAfter {
  /// Writes the value of the field.
  ///
  /// - Parameter milliseconds: The time from now, which is rounded up.
  public static func encode(milliseconds: Int) -> String {
    let seconds = milliseconds / 1000 + (milliseconds % 1000 > 0 ? 1 : 0)
    return String(max(0, seconds))
  }

  /// Reads what ``encode(milliseconds:)`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: The time from now in milliseconds, a day at most; `nil` when the value is anything else.
  public static func decode(_ text: String) -> Int? {
    WireNumber.read(text).map { Int(min($0, 86_400)) * 1000 }
  }
}
