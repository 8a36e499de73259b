import Foundation
import NotesDisk
import NotesDomain
import WiringMacros

/// The system's clock.
@Component(scope: .singleton)
struct SystemClock: WallClock {
  func now() -> Timestamp {
    var time = timespec()
    // Cannot fail: this clock always exists.
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(time)
  }
}

/// A clock with a fixed time, for reproducible demonstrations.
@Component(scope: .singleton)
struct StoppedClock: WallClock {
  /// The time.
  var time = Timestamp(millisecondsSince1970: 0)

  func now() -> Timestamp { time }
}

/// The system's random number generator.
@Component(scope: .singleton)
struct SystemRandomness: Randomness {
  func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
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
