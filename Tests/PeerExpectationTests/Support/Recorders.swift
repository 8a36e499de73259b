import Foundation

/// A value behind a lock that the thread sanitizer supports: it reports the slow path of `Mutex` on Linux as a race.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// A thread-safe counter.
final class Counter: Sendable {
  private let count = Locked(0)

  @discardableResult
  func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }

  var value: Int { count.withLock { $0 } }
}

/// A thread-safe list of events, in order.
final class Log: Sendable {
  private let lines = Locked<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}

/// The objects that several threads received, by identity.
final class Identities: Sendable {
  private let seen = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  /// Adds an object, and retains it, so that no later one can have its address.
  func insert(_ object: any AnyObject & Sendable) { seen.withLock { $0[ObjectIdentifier(object)] = object } }

  var count: Int { seen.withLock { $0.count } }
}
