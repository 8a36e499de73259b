import NotesDomain

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Moments as people read them: in the local time zone, to the minute.
struct TimeText: Sendable {
  private let zone: any TimeZoneOffsets

  init(zone: any TimeZoneOffsets) {
    self.zone = zone
  }

  /// For example `2026-03-14 09:26`.
  func short(_ moment: Timestamp) -> String {
    // Another device's clock may say anything.
    let (local, isBeyond) = moment.millisecondsSince1970.addingReportingOverflow(
      Int64(zone.secondsEastOfUTC(at: moment)) * 1000)
    let text = (isBeyond ? moment : Timestamp(millisecondsSince1970: local)).iso8601
    let parts = text.split(separator: "T", maxSplits: 1)
    return "\(parts[0]) \(parts[1].prefix(5))"
  }
}

/// How far local time is from UTC.
protocol TimeZoneOffsets: Sendable {
  /// Seconds to add to UTC at a moment; negative west of Greenwich.
  func secondsEastOfUTC(at moment: Timestamp) -> Int
}

/// The system's time zone, or what the variable `TZ` says.
struct SystemTimeZone: TimeZoneOffsets {
  init() {
    tzset()
  }

  func secondsEastOfUTC(at moment: Timestamp) -> Int {
    var seconds = time_t(moment.millisecondsSince1970 / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return Int(parts.tm_gmtoff)
  }
}
