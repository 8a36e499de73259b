import Foundation

/// A value behind a lock that the thread sanitizer knows: it takes the slow path of `Mutex` on Linux for a race.
final class Locked<Value>: @unchecked Sendable {
  // Sendable, since the value is reached with the lock held only.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
