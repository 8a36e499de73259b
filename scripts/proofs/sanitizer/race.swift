import Dispatch
import Synchronization

// Four threads that wait for one lock, for scripts/sanitize. With an argument, they also share a variable without a lock, which
// the thread sanitizer must report.

final class Counters: Sendable {
  let locked = Mutex<[Int]>([])
  nonisolated(unsafe) var unlocked = 0
}

let counters = Counters()
let races = CommandLine.arguments.count > 1
DispatchQueue.concurrentPerform(iterations: 4) { _ in
  for number in 0..<20_000 {
    counters.locked.withLock { numbers in
      numbers.append(number)
      if numbers.count > 100 { numbers.removeAll() }
    }
    if races { counters.unlocked += 1 }
  }
}
