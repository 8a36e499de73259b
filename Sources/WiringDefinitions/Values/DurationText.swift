import Wiring

/// The notation of durations in files: `250ms`, `30s`, `1m 30s`, `1.5 hours`, or `PT1M30S` as in ISO 8601.
enum DurationText {
  /// The attoseconds of a second.
  private static let second: Int128 = 1_000_000_000_000_000_000
  private static let dateUnits: [Substring: Int128] = ["W": 7 * 86_400 * second, "D": 86_400 * second]
  private static let timeUnits: [Substring: Int128] = ["H": 3_600 * second, "M": 60 * second, "S": second]

  /// Returns the length of a unit in attoseconds, by any of its names.
  private static func attoseconds(_ unit: Substring) -> Int128? {
    switch unit {
    case "d", "day", "days": 86_400 * second
    case "h", "hour", "hours": 3_600 * second
    case "m", "min", "minute", "minutes": 60 * second
    case "s", "sec", "second", "seconds": second
    case "ms", "millisecond", "milliseconds": second / 1_000
    case "us", "µs", "μs", "microsecond", "microseconds": second / 1_000_000
    case "ns", "nanosecond", "nanoseconds": second / 1_000_000_000
    case _: nil
    }
  }

  /// Parses a duration: numbers with units, each unit smaller than the one before, and a sign for the whole.
  ///
  /// - Returns: The duration, to the attosecond; `nil` when the text is invalid or out of range.
  static func duration(_ text: String) -> Duration? {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if let sign = rest.first, sign == "-" || sign == "+" { rest.removeFirst() }
    guard let magnitude = rest.first == "P" ? iso(rest.dropFirst()) : parts(rest, unit: attoseconds) else { return nil }
    let (seconds, attoseconds) = magnitude.quotientAndRemainder(dividingBy: second)
    let sign: Int128 = isNegative ? -1 : 1
    guard let whole = Int64(exactly: sign * seconds), let fraction = Int64(exactly: sign * attoseconds) else {
      return nil
    }
    return Duration(secondsComponent: whole, attosecondsComponent: fraction)
  }

  /// Parses the part after the `P`. Years and months are invalid: their lengths vary.
  private static func iso(_ text: Substring) -> Int128? {
    let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = halves.first else { return nil }
    let hasTime = halves.count == 2
    guard let days = date.isEmpty && hasTime ? 0 : parts(date, unit: { dateUnits[$0] }) else { return nil }
    guard hasTime else { return days }
    guard let time = parts(halves[1], unit: { timeUnits[$0] }) else { return nil }
    let (sum, overflow) = days.addingReportingOverflow(time)
    return overflow ? nil : sum
  }

  /// Returns the sum of numbers with units, the largest one first.
  private static func parts(_ text: Substring, unit: (Substring) -> Int128?) -> Int128? {
    var rest = text
    var total: Int128 = 0
    var previous: Int128?
    repeat {
      guard let number = ExactDecimal(parsing: &rest) else { return nil }
      rest = rest.drop { $0 == " " }
      let name = Substring(rest.utf8.prefix { !$0.isDigit && $0 != UInt8(ascii: " ") })
      guard let size = unit(name), size < previous ?? .max, let part = number.times(size) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(part)
      if overflow { return nil }
      (total, previous) = (sum, size)
      rest = rest[name.endIndex...].drop { $0 == " " }
    } while !rest.isEmpty
    return total
  }
}
