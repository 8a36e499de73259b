import NotesDomain

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Timestamps as text in the local time zone.
struct TimeText: Sendable {
  let zone: any TimeZoneOffsets

  /// Returns the date and the time to the minute, as in `2026-03-14 09:26`.
  func short(_ timestamp: Timestamp) -> String {
    // A timestamp of another device can be any number.
    let (local, hasOverflowed) = timestamp.millisecondsSince1970.addingReportingOverflow(
      Int64(zone.secondsEastOfUTC(at: timestamp)) * 1000)
    let text = (hasOverflowed ? timestamp : Timestamp(millisecondsSince1970: local)).iso8601
    let parts = text.split(separator: "T", maxSplits: 1)
    return "\(parts[0]) \(parts[1].prefix(5))"
  }

  /// Returns the date, as in `2026-03-14`.
  func day(_ timestamp: Timestamp) -> String { String(short(timestamp).prefix(10)) }
}

/// The offset of local time from UTC.
protocol TimeZoneOffsets: Sendable {
  /// Returns the seconds to add to UTC at a time; negative west of Greenwich.
  func secondsEastOfUTC(at time: Timestamp) -> Int
}

/// The system's time zone, or the one of the variable `TZ`.
struct SystemTimeZone: TimeZoneOffsets {
  init() {
    tzset()
  }

  func secondsEastOfUTC(at time: Timestamp) -> Int {
    var seconds = time_t(time.millisecondsSince1970 / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return Int(parts.tm_gmtoff)
  }
}
