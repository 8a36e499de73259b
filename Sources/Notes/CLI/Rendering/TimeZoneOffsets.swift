import NotesDomain

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
