import NotesDomain

/// Asks again what may be answered another time. Sync has patience of its own; this is for what people wait for.
struct Patience: Sendable {
  private let sleeper: any Sleeper
  private let randomness: any Randomness
  private let settings: HTTPClientSettings

  init(sleeper: any Sleeper, randomness: any Randomness, settings: HTTPClientSettings) {
    self.sleeper = sleeper
    self.randomness = randomness
    self.settings = settings
  }

  /// Asks until there is an answer, or it is no use.
  ///
  /// - Parameter question: Asks once. To do so again must be safe.
  func ask<Reply>(
    _ question: () async throws(TransportError) -> Reply
  ) async throws(TransportError) -> Reply {
    var attempt = 1
    while true {
      do throws(TransportError) {
        return try await question()
      } catch {
        guard attempt < settings.attempts, !Task.isCancelled, let least = error.wait, least <= settings.longestDelay
        else { throw error }
        let longest = max(1, settings.firstDelay << (attempt - 1))
        let delay = least + longest - Int(randomness.next() % UInt64(longest / 2 + 1))
        guard (try? await sleeper.sleep(milliseconds: delay)) != nil else { throw error }
        attempt += 1
      }
    }
  }
}

extension TransportError {
  /// The shortest wait after which the same question may be answered, in milliseconds; `nil` when it will not be.
  fileprivate var wait: Int? {
    switch self {
    case .unreachable, .untrusted, .undecodable: 0
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter): retryAfter ?? 0
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .refused, .unsupportedProtocol, .oversized: nil
    }
  }
}
