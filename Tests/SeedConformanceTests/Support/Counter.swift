/// Counts how often something happened, from any thread.
final class Counter: Sendable {
  private let count = Locked(0)

  @discardableResult
  func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }

  func decrement() { count.withLock { $0 -= 1 } }

  var value: Int { count.withLock { $0 } }
}
