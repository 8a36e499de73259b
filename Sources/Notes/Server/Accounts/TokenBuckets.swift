import NotesDomain
import Synchronization

/// A limit on the attempts under a name: a bucket of attempts for each, which refills as time passes.
///
/// Names are input from outside, so only a limited number is remembered. To make room, full buckets are removed first, then
/// those that were used least recently. To have its own bucket removed, a peer would need attempts under as many other names.
final class TokenBuckets: Sendable {
  private struct Bucket {
    /// The remaining attempts, in units of 1/window of an attempt: whole numbers, which do not drift.
    var level: Int
    /// The milliseconds from the start to the last refill.
    var touched: Int
  }

  private let capacity: Int
  /// The time in which an empty bucket fills, in milliseconds.
  private let window: Int
  private let limit: Int
  private let uptime: Stopwatch
  private let buckets = Mutex<[String: Bucket]>([:])

  /// Creates full buckets.
  ///
  /// - Parameters:
  ///   - capacity: The number of attempts per name.
  ///   - window: The time in which an empty bucket fills, in whole milliseconds.
  ///   - limit: The maximum number of remembered names.
  init(capacity: Int, window: Duration, limit: Int, clock: any Clock<Duration>) {
    self.capacity = max(1, capacity)
    self.window = max(1, window.milliseconds)
    self.limit = max(1, limit)
    uptime = Stopwatch(clock)
  }

  /// The number of remembered names.
  var count: Int { buckets.withLock { $0.count } }

  /// Uses up an attempt.
  ///
  /// - Returns: `nil` when there was one; otherwise the time until the next one.
  func consume(_ name: String) -> Duration? {
    let now = uptime.elapsed.milliseconds
    return buckets.withLock { buckets in
      var bucket = refilled(buckets[name] ?? Bucket(level: full, touched: now), at: now)
      let wait: Duration?
      if bucket.level >= window {
        bucket.level -= window
        wait = nil
      } else {
        // A bucket gains `capacity` units each millisecond.
        wait = .milliseconds((window - bucket.level + capacity - 1) / capacity)
      }
      if buckets[name] == nil, buckets.count >= limit { makeRoom(in: &buckets, at: now) }
      buckets[name] = bucket
      return wait
    }
  }

  /// Refunds an attempt.
  func refund(_ name: String) {
    let now = uptime.elapsed.milliseconds
    buckets.withLock { buckets in
      guard var bucket = buckets[name].map({ refilled($0, at: now) }) else { return }
      bucket.level = min(full, bucket.level + window)
      buckets[name] = bucket.level == full ? nil : bucket
    }
  }

  /// Returns the attempts that were used and have not refilled, rounded up.
  func used(_ name: String) -> Int {
    let now = uptime.elapsed.milliseconds
    return buckets.withLock { buckets in
      buckets[name].map { (full - refilled($0, at: now).level + window - 1) / window } ?? 0
    }
  }

  private var full: Int { capacity * window }

  private func refilled(_ bucket: Bucket, at now: Int) -> Bucket {
    let passed = min(max(0, now - bucket.touched), window)
    return Bucket(level: min(full, bucket.level + passed * capacity), touched: now)
  }

  private func makeRoom(in buckets: inout [String: Bucket], at now: Int) {
    buckets = buckets.filter { refilled($0.value, at: now).level < full }
    guard buckets.count >= limit else { return }
    // Removes a tenth at once, so that the sort is rare.
    let oldest = buckets.sorted { $0.value.touched < $1.value.touched }.prefix(max(1, limit / 10))
    for (name, _) in oldest { buckets[name] = nil }
  }
}
