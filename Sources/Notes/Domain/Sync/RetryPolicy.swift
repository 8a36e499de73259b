/// The number of attempts of a request and the waits between them.
///
/// A wait is a random part of a limit that doubles, so that devices that failed together do not return together
/// (<https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>, "full jitter").
package struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, the first one included.
  package let attempts: Int
  /// The upper limit of the wait before the second attempt; it doubles with each further attempt.
  package let firstDelay: Duration
  /// The upper limit of every wait. A request whose server demands a longer one fails instead.
  package let maximumDelay: Duration

  package init(attempts: Int, firstDelay: Duration, maximumDelay: Duration) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// Sends a request until it succeeds, fails with an error that a retry cannot change, or has used all attempts.
  ///
  /// - Parameters:
  ///   - willWait: Called before each wait with its length, the error and the number of the failed attempt.
  ///   - request: Sends the request once. Sending it again must be safe.
  /// - Throws: The error of the request; `CancellationError` when the task is cancelled before an attempt or during a wait.
  package func run<Reply>(
    clock: any Clock<Duration>, randomness: any Randomness,
    willWait: (_ delay: Duration, _ error: TransportError, _ attempt: Int) -> Void = { _, _, _ in },
    _ request: () async throws -> Reply
  ) async throws -> Reply {
    var attempt = 1
    while true {
      try Task.checkCancellation()
      do {
        return try await request()
      } catch let error as TransportError {
        guard error.isRetryable, attempt < attempts, error.retryAfter ?? .zero <= maximumDelay else { throw error }
        let delay = delay(before: attempt + 1, after: error, randomness: randomness)
        willWait(delay, error, attempt)
        try await clock.sleep(for: delay)
        attempt += 1
      }
    }
  }

  /// Returns the wait before an attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt: 2 for the first retry.
  ///   - error: The error of the previous attempt. The wait it demands is the minimum, up to one hour. A server that is
  ///     overloaded and demands no wait gets at least half of the limit.
  package func delay(before attempt: Int, after error: TransportError, randomness: any Randomness) -> Duration {
    let doublings = min(max(0, attempt - 2), 20)
    let limit = max(1, min(maximumDelay, firstDelay * (1 << doublings)).milliseconds)
    switch error {
    case .rateLimited(nil), .unavailable(_, retryAfter: nil):
      return .milliseconds(limit - Int(randomness.next() % UInt64(limit / 2 + 1)))
    default:
      return min(max(.zero, error.retryAfter ?? .zero), .seconds(3600))
        + .milliseconds(Int(randomness.next() % UInt64(limit)))
    }
  }
}

extension TransportError {
  /// Whether the same request may succeed when it is sent again.
  package var isRetryable: Bool {
    switch self {
    case .unreachable, .untrusted, .rateLimited, .unavailable, .undecodable: true
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .refused, .misaddressed, .unsupportedProtocol,
      .oversized, .encryption:
      false
    }
  }
}
