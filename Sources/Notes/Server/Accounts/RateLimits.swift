import NotesDomain
import NotesHosting

/// The limits on attempts with a password.
///
/// Guessing an account's password locks its owner out of signing in meanwhile, except in networks where a device of the
/// account was seen. Signed-in devices are not affected.
///
/// The attempts for an account and from an address are those of all nodes. What only decides about this process's time and
/// log is counted by each: the recent attempts that a place in the queue depends on, and unknown tokens.
final class RateLimits: Sendable {
  private let attempts: any AttemptStore
  private let account: AttemptLimit
  private let peer: AttemptLimit
  private let addresses: TokenBuckets
  private let networks: TokenBuckets
  private let owners: TokenBuckets
  private let tokens: TokenBuckets
  private let known: KnownNetworks

  init(settings: AccountSettings, known: KnownNetworks, attempts: any AttemptStore, clock: any Clock<Duration>) {
    func buckets(_ capacity: Int) -> TokenBuckets {
      TokenBuckets(capacity: capacity, window: settings.window, limit: settings.maximumRemembered, clock: clock)
    }
    account = AttemptLimit("account", capacity: settings.attemptsPerAccount, window: settings.window)
    peer = AttemptLimit("peer", capacity: settings.attemptsPerPeer, window: settings.window)
    addresses = buckets(settings.countedAttempts)
    networks = buckets(settings.countedAttempts)
    owners = buckets(settings.countedAttempts)
    tokens = buckets(settings.unknownTokensPerPeer)
    self.known = known
    self.attempts = attempts
  }

  /// Returns the origin of an attempt to sign in.
  func origin(of name: AccountName, at peer: String) -> SignInOrigin {
    let network = RateLimitKey.network(of: peer)
    let isKnown = known.contains(name, at: peer)
    // Guesses from elsewhere do not use up the attempts in a known network. No name contains a space.
    let account = isKnown ? "\(name) \(network)" : name.text
    return SignInOrigin(
      account: account, owner: account, address: RateLimitKey.name(of: peer), network: network, isKnown: isKnown)
  }

  /// Returns the origin of a signed-in device's attempt to change the password.
  func origin(of principal: Principal, at peer: String) -> SignInOrigin {
    SignInOrigin(
      account: "device \(principal.device)", owner: "devices \(principal.account)",
      address: RateLimitKey.name(of: peer), network: RateLimitKey.network(of: peer), isKnown: true)
  }

  /// Uses up an attempt, whether or not the account exists.
  ///
  /// - Throws: ``AccountError/rateLimited(retryAfter:)`` when there is none; ``AccountError/store(_:)``.
  func consumeAttempt(_ origin: SignInOrigin) async throws(AccountError) {
    // Attempts that are turned away count here.
    _ = networks.consume(origin.network)
    _ = addresses.consume(origin.address)
    // The peer first, so that a peer without attempts does not use up those of the account.
    var wait: Duration?
    do throws(StoreError) {
      wait = try await attempts.consume(origin.address, of: peer)
    } catch {
      // Whether the store has counted it, nothing tells. A refund of an attempt that was not counted would be one more guess.
      refundRecent(origin)
      throw Self.failure(error)
    }
    if let wait { throw .rateLimited(retryAfter: wait) }
    do throws(StoreError) {
      wait = try await attempts.consume(origin.account, of: account)
    } catch {
      refundRecent(origin)
      // A store may still count the account's attempt of a request that was cancelled. Then a stranger who disconnects at this moment
      // would use up the attempts of an account, and none of his own.
      if !Task.isCancelled { await refund(origin.address, of: peer) }
      throw Self.failure(error)
    }
    if let wait { throw .rateLimited(retryAfter: wait) }
  }

  /// A store gives up the work of a request that was cancelled.
  private static func failure(_ error: StoreError) -> AccountError { Task.isCancelled ? .abandoned : .store(error) }

  /// Counts a turn of an account, for its place in the queue: a right password costs the same second as a wrong one.
  func countTurn(of origin: SignInOrigin) { _ = owners.consume(origin.owner) }

  /// Refunds an attempt that was no guess. Best effort: one that cannot be refunded returns as time passes.
  func refundAttempt(_ origin: SignInOrigin) async {
    refundRecent(origin)
    await refund(origin.address, of: peer)
    await refundAccount(origin)
  }

  /// Refunds an attempt that was turned away, for the account only.
  func refundAccount(_ origin: SignInOrigin) async { await refund(origin.account, of: account) }

  private func refundRecent(_ origin: SignInOrigin) {
    networks.refund(origin.network)
    addresses.refund(origin.address)
  }

  /// Refunds an attempt, also for a request that was cancelled: a store gives up what such a task does.
  private func refund(_ name: String, of limit: AttemptLimit) async {
    await Task { [attempts] in try? await attempts.refund(name, of: limit) }.value
  }

  /// Returns the recent attempts of an origin: those of its network and its address, and the turns of its account.
  func recentAttempts(of origin: SignInOrigin) -> Int {
    networks.used(origin.network) + addresses.used(origin.address) + owners.used(origin.owner)
  }

  /// Counts an unknown token.
  func countUnknownToken(from peer: String) throws(AccountError) {
    if let wait = tokens.consume(RateLimitKey.name(of: peer)) { throw .rateLimited(retryAfter: wait) }
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
