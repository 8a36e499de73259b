import Foundation
import NotesDomain

/// The machine's clock for durations.
struct SystemMonotonicClock: MonotonicClock {
  func milliseconds() -> Int {
    var time = timespec()
    // This clock always exists, so that there is no error to look at.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
