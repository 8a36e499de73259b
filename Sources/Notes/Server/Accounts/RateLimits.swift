package import NotesDomain
import Synchronization

/// How often people may try, and how many at once; kept in memory, so that a restart forgives.
///
/// Who keeps guessing an account's password locks its owner out of signing in for that time. Devices that are signed in go
/// on.
package final class RateLimits: Sendable {
  private let accounts: TokenBuckets
  private let peers: TokenBuckets
  private let tokens: TokenBuckets

  /// Creates limits that nobody has come near yet.
  ///
  /// - Parameters:
  ///   - settings: How many tries there are.
  ///   - clock: What measures time.
  package init(settings: AccountSettings, clock: any MonotonicClock) {
    func buckets(_ capacity: Int) -> TokenBuckets {
      TokenBuckets(capacity: capacity, window: settings.window, limit: settings.maximumRemembered, clock: clock)
    }
    accounts = buckets(settings.attemptsPerAccount)
    peers = buckets(settings.attemptsPerPeer)
    tokens = buckets(settings.unknownTokensPerPeer)
  }

  /// Lets somebody try a password, whether or not there is such an account.
  func consumeAttempt(for name: AccountName, from peer: String) throws(AccountError) {
    // The peer first: one that has no try left shall not use up the account's.
    if let wait = peers.consume(RateLimitKey.name(of: peer)) { throw .rateLimited(retryAfter: wait) }
    if let wait = accounts.consume(name.text) { throw .rateLimited(retryAfter: wait) }
  }

  /// Forgets a try that was no guess.
  func refundAttempt(_ name: AccountName, from peer: String) {
    peers.refund(RateLimitKey.name(of: peer))
    accounts.refund(name.text)
  }

  /// Counts a token that means nothing.
  func countUnknownToken(from peer: String) throws(AccountError) {
    if let wait = tokens.consume(RateLimitKey.name(of: peer)) { throw .rateLimited(retryAfter: wait) }
  }
}

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
  func consume(_ name: String) -> Int? {
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
  func refund(_ name: String) {
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

/// What a peer is limited by: its address; of an IPv6 address the network, since who has one such address has 2^64.
enum RateLimitKey {
  /// The name of a peer.
  ///
  /// - Parameter address: Its address as text. What is no address is its own name.
  static func name(of address: String) -> String {
    guard address.contains(":") else { return address }
    let plain = address.split(separator: "%", maxSplits: 1).first.map(String.init) ?? address
    let last = plain.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
    if last.contains(".") { return String(last) }
    guard let groups = groups(of: plain) else { return address }
    // ::ffff:0:0/96 stands for IPv4 addresses.
    if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
      return [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].map(String.init).joined(separator: ".")
    }
    return groups[..<4].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }

  /// The eight numbers of an IPv6 address; `nil` for another text.
  private static func groups(of text: String) -> [Int]? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.first == "", parts.count > 1, parts[1] == "" { parts.removeFirst() }
    if parts.last == "", parts.count > 1, parts[parts.count - 2] == "" { parts.removeLast() }
    if let gap = parts.firstIndex(of: "") {
      guard parts.count <= 8 else { return nil }
      parts.replaceSubrange(gap...gap, with: Array(repeating: "0", count: 9 - parts.count))
    }
    let groups = parts.compactMap { Int($0, radix: 16) }
    guard parts.count == 8, groups.count == 8, groups.allSatisfy({ 0...0xFFFF ~= $0 }) else { return nil }
    return groups
  }
}
