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
