import Core

/// The repetition of requests that fail, after pauses of 1, 2, 4 … seconds.
package struct Retry: Sendable {
  private let clock: any Clock<Duration>
  private let attempts: Int

  package init(clock: any Clock<Duration>, attempts: Int = 4) {
    (self.clock, self.attempts) = (clock, max(1, attempts))
  }

  /// Returns the reply of a request.
  ///
  /// - Throws: The ``ServerError`` of the last attempt; `CancellationError` when the task is cancelled.
  package func callAsFunction<Reply: Sendable>(
    _ request: () async throws(ServerError) -> Reply
  ) async throws -> Reply {
    var pause = Duration.seconds(1)
    for _ in 1..<attempts {
      try Task.checkCancellation()
      do { return try await request() } catch { try await clock.sleep(for: pause) }
      pause *= 2
    }
    return try await request()
  }
}
