import Synchronization

/// A limit on how many things of one owner exist at a time.
final class KeyedLimiter<Key: Hashable & Sendable>: Sendable {
  private let limit: Int
  private let counts = Mutex<[Key: Int]>([:])

  init(limit: Int) { self.limit = limit }

  /// Counts one more for a key, unless the key is at its limit.
  ///
  /// - Returns: Whether it was counted. If so, the caller must call ``release(_:)`` once.
  func acquire(_ key: Key) -> Bool {
    counts.withLock { counts in
      guard counts[key, default: 0] < limit else { return false }
      counts[key, default: 0] += 1
      return true
    }
  }

  func release(_ key: Key) {
    counts.withLock { counts in
      let count = counts[key, default: 0] - 1
      counts[key] = count > 0 ? count : nil
    }
  }
}
