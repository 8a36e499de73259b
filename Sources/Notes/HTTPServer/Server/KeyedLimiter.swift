import Synchronization

/// A limit on how many things of one owner exist at a time.
final class KeyedLimiter<Key: Hashable & Sendable>: Sendable {
  private let limit: Int
  private let counts = Mutex<[Key: Int]>([:])

  /// Creates a limiter.
  ///
  /// - Parameter limit: The maximum for each key.
  init(limit: Int) {
    self.limit = limit
  }

  /// Counts one more for a key, unless the key is at its limit.
  ///
  /// - Returns: Whether it was counted. If so, the caller must call ``release(_:)`` once.
  func acquire(_ key: Key) -> Bool {
    counts.withLock { counts in
      let count = counts[key, default: 0]
      guard count < limit else { return false }
      counts[key] = count + 1
      return true
    }
  }

  /// Counts one fewer for a key.
  func release(_ key: Key) {
    counts.withLock { counts in
      let count = counts[key, default: 0] - 1
      counts[key] = count > 0 ? count : nil
    }
  }
}
