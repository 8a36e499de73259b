import Synchronization

/// The number of the calls of a closure.
final class CallCount: Sendable {
  private let count = Mutex(0)

  /// Counts a call. Returns its number, beginning with 1.
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
