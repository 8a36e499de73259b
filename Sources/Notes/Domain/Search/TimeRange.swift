/// A range of time that begins at its start and ends before its end; each may be missing.
package struct TimeRange: Sendable, Hashable {
  package let start: Timestamp?
  package let end: Timestamp?

  package init(from start: Timestamp? = nil, to end: Timestamp? = nil) {
    self.start = start
    self.end = end
  }

  package func contains(_ time: Timestamp) -> Bool {
    start.map { time >= $0 } ?? true && end.map { time < $0 } ?? true
  }
}

/// The days that a date in words covers, such as a day, a month or the last week.
///
/// | typed | days |
/// |---|---|
/// | `2026-10-04`, `2026-10`, `2026` | the day, the month, the year |
/// | `today`, `yesterday` | one day |
/// | `3d`, `2w`, `6m`, `1y` | the last 3 days, 2 weeks, 6 months, the last year, with today |
/// | `this-week`, `last-week` | from Monday to Sunday; so for `month` and `year` |
/// | `monday` … `sunday` | the last such day before today |
///
/// A space can stand for the dash, and case is ignored.
struct DayRange {
  let first: CivilDate
  let last: CivilDate

  /// Parses a date; `nil` for another text.
  init?(_ text: some StringProtocol, today: CivilDate) {
    let text = text.lowercased().split { $0 == " " || $0 == "_" }.joined(separator: "-")
    guard let found = Self.named(text, today) ?? Self.recent(text, today) ?? Self.numeric(text) else { return nil }
    self = found
  }

  private init(_ first: CivilDate, to last: CivilDate) {
    (self.first, self.last) = (first, last)
  }

  private static func named(_ text: String, _ today: CivilDate) -> DayRange? {
    switch text {
    case "today": return DayRange(today, to: today)
    case "yesterday": return DayRange(today.adding(days: -1), to: today.adding(days: -1))
    case "this-week": return week(of: today)
    case "last-week": return week(of: today.adding(days: -7))
    case "this-month": return month(today.year, today.month)
    case "last-month": return today.month == 1 ? month(today.year - 1, 12) : month(today.year, today.month - 1)
    case "this-year": return year(today.year)
    case "last-year": return year(today.year - 1)
    default:
      let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      guard let weekday = names.firstIndex(of: text) else { return nil }
      let day = today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
      return DayRange(day, to: day)
    }
  }

  private static func recent(_ text: String, _ today: CivilDate) -> DayRange? {
    guard let unit = text.last, let count = Int(text.dropLast()), (1...9999).contains(count), text.first != "+" else {
      return nil
    }
    switch unit {
    case "d": return DayRange(today.adding(days: 1 - count), to: today)
    case "w": return DayRange(today.adding(days: 1 - 7 * count), to: today)
    case "m": return DayRange(today.adding(months: -count).adding(days: 1), to: today)
    case "y": return DayRange(today.adding(months: -12 * count).adding(days: 1), to: today)
    default: return nil
    }
  }

  private static func numeric(_ text: String) -> DayRange? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), parts[0].utf8.count == 4 else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    switch (numbers.count, parts.count) {
    case (1, 1): return year(numbers[0])
    case (2, 2): return month(numbers[0], numbers[1])
    case (3, 3): return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]).map { DayRange($0, to: $0) }
    default: return nil
    }
  }

  private static func week(of day: CivilDate) -> DayRange {
    let monday = day.adding(days: -day.weekday)
    return DayRange(monday, to: monday.adding(days: 6))
  }

  private static func month(_ year: Int, _ month: Int) -> DayRange? {
    guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
    return DayRange(first, to: first.adding(months: 1).adding(days: -1))
  }

  private static func year(_ year: Int) -> DayRange? {
    guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
    else { return nil }
    return DayRange(first, to: last)
  }
}

extension CivilDate {
  /// The day of the week, from 0 for Monday.
  var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  /// Returns the day at a distance, which is negative for earlier days.
  func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

  /// Returns the same day of another month, or its last day if it is shorter.
  fileprivate func adding(months: Int) -> CivilDate {
    let index = year * 12 + month - 1 + months
    let (year, month) = (Int(Int64(index).floorDivided(by: 12)), (index % 12 + 12) % 12 + 1)
    for day in stride(from: day, through: 28, by: -1) {
      if let date = CivilDate(year: year, month: month, day: day) { return date }
    }
    return CivilDate(year: year, month: month, day: min(day, 28)) ?? self
  }
}
