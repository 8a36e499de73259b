import Foundation
import NotesDomain
import WiringMacros

/// The clock of the machine.
@Component(scope: .singleton)
struct SystemClock: WallClock {
  func now() -> Timestamp {
    var time = timespec()
    // The real-time clock always exists, so that there is no error to look at.
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// A clock that always shows the same time, for demonstrations that look the same each time they are given.
@Component(scope: .singleton)
struct StoppedClock: WallClock {
  /// The time that it shows.
  var time = Timestamp(millisecondsSince1970: 0)

  func now() -> Timestamp { time }
}

/// The machine's clock for durations.
struct SystemMonotonicClock: MonotonicClock {
  func milliseconds() -> Int {
    var time = timespec()
    // This clock always exists, so that there is no error to look at.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

/// Waits, as time passes.
@Component(scope: .singleton)
struct SystemSleeper: Sleeper {
  func sleep(milliseconds: Int) async throws(CancellationError) {
    do {
      try await Task.sleep(for: .milliseconds(max(0, milliseconds)))
    } catch {
      throw CancellationError()
    }
  }
}

/// The chance of the machine, which nobody can foretell.
@Component(scope: .singleton)
struct SystemRandomness: Randomness {
  func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
