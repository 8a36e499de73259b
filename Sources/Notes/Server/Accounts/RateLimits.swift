import NotesDomain
import Synchronization

/// The limits on attempts with a password, stored in memory, so that a restart resets them.
///
/// Guessing an account's password locks its owner out of signing in meanwhile, except in networks where a device of the
/// account was seen. Signed-in devices are not affected.
final class RateLimits: Sendable {
  private let accounts: TokenBuckets
  private let peers: TokenBuckets
  private let networks: TokenBuckets
  private let tokens: TokenBuckets
  private let known: KnownNetworks

  init(settings: AccountSettings, known: KnownNetworks, clock: any Clock<Duration>) {
    func buckets(_ capacity: Int) -> TokenBuckets {
      TokenBuckets(capacity: capacity, window: settings.window, limit: settings.maximumRemembered, clock: clock)
    }
    accounts = buckets(settings.attemptsPerAccount)
    peers = buckets(settings.attemptsPerPeer)
    networks = buckets(settings.countedPerNetwork)
    tokens = buckets(settings.unknownTokensPerPeer)
    self.known = known
  }

  /// Returns the origin of an attempt to sign in.
  func origin(of name: AccountName, at peer: String) -> SignInOrigin {
    let network = RateLimitKey.network(of: peer)
    let isKnown = known.contains(name, at: peer)
    // Guesses from elsewhere do not use up the attempts in a known network. No name contains a space.
    return SignInOrigin(
      account: isKnown ? "\(name) \(network)" : name.text, address: RateLimitKey.name(of: peer), network: network,
      isKnown: isKnown)
  }

  /// Returns the origin of a signed-in device's attempt to change the password.
  func origin(of principal: Principal, at peer: String) -> SignInOrigin {
    SignInOrigin(
      account: "device \(principal.device)", address: RateLimitKey.name(of: peer),
      network: RateLimitKey.network(of: peer), isKnown: true)
  }

  /// Uses up an attempt, whether or not the account exists.
  func consumeAttempt(_ origin: SignInOrigin) throws(AccountError) {
    // Attempts that are turned away count here.
    _ = networks.consume(origin.network)
    // The peer first, so that a peer without attempts does not use up those of the account.
    if let wait = peers.consume(origin.address) { throw .rateLimited(retryAfter: wait) }
    if let wait = accounts.consume(origin.account) { throw .rateLimited(retryAfter: wait) }
  }

  /// Refunds an attempt that was no guess.
  func refundAttempt(_ origin: SignInOrigin) {
    networks.refund(origin.network)
    peers.refund(origin.address)
    accounts.refund(origin.account)
  }

  /// Refunds an attempt that was turned away, for the account only.
  func refundAccount(_ origin: SignInOrigin) { accounts.refund(origin.account) }

  /// The recent attempts from the network of an origin, at most those that are counted.
  func attempts(ofNetwork origin: SignInOrigin) -> Int { networks.used(origin.network) }

  /// The recent attempts from the address of an origin.
  func attempts(ofAddress origin: SignInOrigin) -> Int { peers.used(origin.address) }

  /// Counts an unknown token.
  func countUnknownToken(from peer: String) throws(AccountError) {
    if let wait = tokens.consume(RateLimitKey.name(of: peer)) { throw .rateLimited(retryAfter: wait) }
  }
}

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

/// The keys under which a peer is limited.
enum RateLimitKey {
  /// Returns the key of a peer's address: the address; for IPv6 the network /64, since each subscriber has 2^64 addresses.
  /// Text that is no address is its own key.
  static func name(of address: String) -> String {
    guard address.contains(":") else { return address }
    guard let parsed = parsed(address) else { return address }
    guard parsed.bytes.count == 16 else { return parsed.description }
    return parsed.description.split(separator: ":").prefix(4).joined(separator: ":") + "::/64"
  }

  /// Returns the key of a peer's network, in which one attacker may have all addresses: /24, for IPv6 /48.
  static func network(of address: String) -> String {
    guard let parsed = parsed(address) else { return address }
    return parsed.bytes.count == 16
      ? parsed.description.split(separator: ":").prefix(3).joined(separator: ":") + "::/48"
      : parsed.description.split(separator: ".").prefix(3).joined(separator: ".") + ".0/24"
  }

  private static func parsed(_ address: String) -> IPAddress? { IPAddress(String(address.prefix { $0 != "%" })) }
}
