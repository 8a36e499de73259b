/// A time in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Stores, files and peers must agree on a time exactly, which the floating-point `Date` does not guarantee.
package struct Timestamp: Sendable, Hashable, Comparable {
  /// The milliseconds since the Unix epoch; negative before it.
  package var millisecondsSince1970: Int64

  package init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }

  package static func + (time: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(millisecondsSince1970: time.millisecondsSince1970 + Int64(duration.milliseconds))
  }

  package static func - (time: Timestamp, duration: Duration) -> Timestamp { time + (.zero - duration) }

  /// Returns the time from another timestamp to this one.
  package static func - (end: Timestamp, start: Timestamp) -> Duration {
    .milliseconds(end.millisecondsSince1970) - .milliseconds(start.millisecondsSince1970)
  }
}

extension Timestamp {
  /// The nearest time of the years 0 to 9999, those that ``iso8601`` writes and ``init(iso8601:in:)`` reads. Files have others.
  package var inFourDigitYears: Timestamp {
    let first = Int64(CivilDate(year: 0, month: 1, day: 1)?.daysSince1970 ?? 0) * 86_400_000
    let end = Int64(CivilDate(year: 9999, month: 12, day: 31)?.daysSince1970 ?? 0) * 86_400_000 + 86_399_999
    return Timestamp(millisecondsSince1970: min(max(millisecondsSince1970, first), end))
  }

  /// Parses an ISO 8601 date, with or without a time of day, in the forms that are common in front matter.
  ///
  /// Accepts `2026-03-14`, `2026-03-14T09:26`, `2026-03-14 09:26:53`, `2026-03-14T09:26:53.589Z` and
  /// `2026-03-14T09:26:53+02:00`. Digits beyond the millisecond are dropped. Years are from 0000 to 9999. The result is
  /// `nil` when the text is not such a date, or the day does not exist.
  ///
  /// - Parameter zone: The time zone of a date without an offset; `nil` for UTC, as in YAML 1.1.
  package init?(iso8601 text: some StringProtocol, in zone: (any TimeZoneOffsets)? = nil) {
    guard var reader = DigitReader(text), let year = reader.number(digits: 4), reader.skip("-"),
      let month = reader.number(digits: 2), reader.skip("-"),
      let day = reader.number(digits: 2),
      let days = CivilDate(year: year, month: month, day: day)?.daysSince1970
    else { return nil }
    var milliseconds = Int64(days) * 86_400_000
    var isLocal = true
    if !reader.isAtEnd {
      guard reader.skip("T") || reader.skip("t") || reader.skip(" "), let time = reader.timeOfDay() else { return nil }
      milliseconds += time
      while reader.skip(" ") {}
      isLocal = reader.isAtEnd
      guard let offset = reader.offset(), reader.isAtEnd else { return nil }
      milliseconds -= offset
    }
    if isLocal, let zone {
      // As for LocalCalendar.start: the second guess has the offset that is in force there.
      let guess = milliseconds - Int64(zone.secondsEastOfUTC(at: Timestamp(millisecondsSince1970: milliseconds))) * 1000
      milliseconds -= Int64(zone.secondsEastOfUTC(at: Timestamp(millisecondsSince1970: guess))) * 1000
    }
    // An offset may move the time out of the range of years that can be formatted.
    let last = CivilDate(daysSince1970: Int(milliseconds.floorDivided(by: 86_400_000)))
    guard (0...9999).contains(last.year) else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }

  /// The time in UTC, for example `2026-03-14T09:26:53.589Z`. Whole seconds have no fraction. A year before 0 has a sign, one after
  /// 9999 more digits, as local times can have and those that other devices send.
  package var iso8601: String {
    let day = millisecondsSince1970.floorDivided(by: 86_400_000)
    // The start of the first day is before the earliest time, so the arithmetic wraps.
    let rest = Int(millisecondsSince1970 &- day &* 86_400_000)
    let date = CivilDate(daysSince1970: Int(day))
    let (seconds, fraction) = (rest / 1000, rest % 1000)
    var text = "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
    text += "T\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2)):\((seconds % 60).padded(2))"
    if fraction != 0 { text += ".\(fraction.padded(3))" }
    return text + "Z"
  }
}

/// A parser of fixed-width decimal fields in ASCII text.
private struct DigitReader {
  /// The maximum length of a date in bytes, with more digits of the second than any program writes.
  private static let maximumLength = 64

  private let bytes: [UInt8]
  private var position = 0

  /// Creates a parser; `nil` for a text that is too long.
  init?(_ text: some StringProtocol) {
    bytes = Array(text.utf8.prefix(Self.maximumLength + 1))
    if bytes.count > Self.maximumLength { return nil }
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int? {
    guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
    defer { position += 1 }
    return Int(bytes[position] - 48)
  }

  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Reads hours and minutes, then optional seconds and fraction, in milliseconds. A leap second is the next minute.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2), minute < 60 else {
      return nil
    }
    var milliseconds = Int64(hour * 60 + minute) * 60_000
    guard skip(":") else { return milliseconds }
    guard let second = number(digits: 2), second <= 60 else { return nil }
    milliseconds += Int64(second) * 1000
    guard skip(".") else { return milliseconds }
    guard let first = digit() else { return nil }
    milliseconds += Int64(first * 100)
    var weight = 10
    while let next = digit() {
      milliseconds += Int64(next * weight)
      weight /= 10
    }
    return milliseconds
  }

  /// Reads `Z`, `+02:00`, `+0200`, `+02` or nothing, in milliseconds east of UTC.
  mutating func offset() -> Int64? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let sign: Int64 = skip("-") ? -1 : 1
    guard sign == -1 || skip("+"), let hours = number(digits: 2), hours < 24 else { return nil }
    if isAtEnd { return sign * Int64(hours) * 3_600_000 }
    _ = skip(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return sign * Int64(hours * 60 + minutes) * 60_000
  }
}

extension Int {
  /// Formats the number with leading zeros, behind the sign of a negative one.
  fileprivate func padded(_ width: Int) -> String {
    let digits = String(magnitude)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

/// A day of the proleptic Gregorian calendar.
///
/// The conversions are Howard Hinnant's `days_from_civil` and `civil_from_days`
/// (<https://howardhinnant.github.io/date_algorithms.html>): exact, without tables and without a calendar library.
package struct CivilDate: Sendable, Hashable {
  package let year: Int
  /// The month, from 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Creates a day; `nil` for a day that does not exist, such as February 30.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day at a distance from 1970-01-01, which is negative for earlier days.
  package init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day as in ISO 8601, such as `2026-03-14`.
  package var iso8601: String {
    String(Timestamp(millisecondsSince1970: Int64(daysSince1970) * 86_400_000).iso8601.prefix { $0 != "T" })
  }

  /// The days since 1970-01-01; negative before it.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// Returns the quotient rounded towards negative infinity.
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
