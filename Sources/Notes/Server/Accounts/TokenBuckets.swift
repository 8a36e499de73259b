import NotesDomain
import Synchronization

/// Limits how often something may be done under a name: a bucket of tries for each, which fills again as time passes.
///
/// Names come from outside, so that only so many are remembered. When there is no place for another, those go first whose
/// bucket is full again, and then the one that was not touched for longest. To have one's own bucket forgotten one must try
/// under as many other names, and each of these tries costs.
final class TokenBuckets: Sendable {
  private struct Bucket {
    /// Tries that are left, in parts of 1/window of a try: whole numbers, which do not drift.
    var level: Int
    var touched: Int
  }

  private let capacity: Int
  private let window: Int
  private let limit: Int
  private let clock: any MonotonicClock
  private let buckets = Mutex<[String: Bucket]>([:])

  /// Creates empty memory: every name has all of its tries.
  ///
  /// - Parameters:
  ///   - capacity: How many tries a name has.
  ///   - window: In how many milliseconds an empty bucket fills.
  ///   - limit: How many names are remembered at most.
  ///   - clock: What measures time.
  init(capacity: Int, window: Int, limit: Int, clock: any MonotonicClock) {
    self.capacity = max(1, capacity)
    self.window = max(1, window)
    self.limit = max(1, limit)
    self.clock = clock
  }

  /// How many names are remembered.
  var count: Int { buckets.withLock { $0.count } }

  /// Uses up a try.
  ///
  /// - Returns: `nil` when there was one; otherwise in how many milliseconds there is.
  func take(_ name: String) -> Int? {
    let now = clock.milliseconds()
    return buckets.withLock { buckets in
      var bucket = refilled(buckets[name] ?? Bucket(level: full, touched: now), at: now)
      let wait: Int?
      if bucket.level >= window {
        bucket.level -= window
        wait = nil
      } else {
        // A bucket gains `capacity` parts each millisecond.
        wait = (window - bucket.level + capacity - 1) / capacity
      }
      if buckets[name] == nil, buckets.count >= limit { makeRoom(in: &buckets, at: now) }
      buckets[name] = bucket
      return wait
    }
  }

  /// Gives a try back.
  func giveBack(_ name: String) {
    let now = clock.milliseconds()
    buckets.withLock { buckets in
      guard var bucket = buckets[name].map({ refilled($0, at: now) }) else { return }
      bucket.level = min(full, bucket.level + window)
      buckets[name] = bucket.level == full ? nil : bucket
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
    // Looked for seldom: a tenth goes at once.
    let oldest = buckets.sorted { $0.value.touched < $1.value.touched }.prefix(max(1, limit / 10))
    for (name, _) in oldest { buckets[name] = nil }
  }
}
