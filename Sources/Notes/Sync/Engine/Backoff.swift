import NotesDomain

/// How long to wait before another try: a random part of a time that doubles, so that devices which failed together do not
/// come back together (<https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>, "full jitter").
struct Backoff: Sendable {
  let randomness: any Randomness
  let settings: SyncSettings

  init(randomness: any Randomness, settings: SyncSettings) {
    self.randomness = randomness
    self.settings = settings
  }

  /// How long to wait, in milliseconds.
  ///
  /// - Parameters:
  ///   - attempt: Which try comes next: 2 for the first that is not the first.
  ///   - error: Why the one before failed. What the other side asks for is the least; more than an hour of it is not
  ///     believed. A side that has too much to do, and does not say until when, is left alone for half of the time.
  func delay(before attempt: Int, after error: TransportError) -> Int {
    let doublings = min(max(0, attempt - 2), 20)
    let longest = max(1, min(settings.longestDelay, settings.firstDelay << doublings))
    let least: Int
    switch error {
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter):
      guard let retryAfter else {
        return longest - Int(randomness.next() % UInt64(longest / 2 + 1))
      }
      least = min(max(0, retryAfter), 3_600_000)
    case .notConfigured, .misconfigured, .credentials, .unreachable, .untrusted, .unauthorized, .refused,
      .unsupportedProtocol, .undecodable, .oversized:
      least = 0
    }
    return least + Int(randomness.next() % UInt64(longest))
  }
}
