package import NotesDomain

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
    accounts = buckets(settings.triesPerAccount)
    peers = buckets(settings.triesPerPeer)
    tokens = buckets(settings.unknownTokensPerPeer)
  }

  /// Lets somebody try a password, whether or not there is such an account.
  func admitTry(for name: AccountName, from peer: String) throws(AccountError) {
    // The peer first: one that has no try left shall not use up the account's.
    if let wait = peers.take(PeerName.name(of: peer)) { throw .rateLimited(retryAfter: wait) }
    if let wait = accounts.take(name.text) { throw .rateLimited(retryAfter: wait) }
  }

  /// Forgets a try that was no guess.
  func forgive(_ name: AccountName, from peer: String) {
    peers.giveBack(PeerName.name(of: peer))
    accounts.giveBack(name.text)
  }

  /// Counts a token that means nothing.
  func countUnknownToken(from peer: String) throws(AccountError) {
    if let wait = tokens.take(PeerName.name(of: peer)) { throw .rateLimited(retryAfter: wait) }
  }
}
