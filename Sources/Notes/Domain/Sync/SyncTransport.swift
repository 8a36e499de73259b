/// The way to one vault, as far as it is: whatever it carries may arrive late, twice or not at all.
package protocol SyncTransport: Sendable {
  /// Sends a batch.
  ///
  /// - Parameter batch: The batch. Sending the same one again is safe.
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply

  /// Asks for changes.
  ///
  /// - Parameter request: After which revision, and how many.
  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply
}

/// Why a request did not get a proper answer. Nothing was committed here; whether the other side heard it is not known.
package enum TransportError: Error, Sendable, Hashable {
  /// No server was chosen.
  case notConfigured
  /// A setting of this device makes no sense.
  case misconfigured(detail: String)
  /// What this device needs to speak to its server cannot be had.
  case credentials(CredentialError)
  /// The other side cannot be reached, or the request or the answer was lost on the way.
  case unreachable(detail: String)
  /// The other side has a certificate that nobody vouches for whom this device trusts.
  ///
  /// - Parameter host: Its name or number.
  case untrusted(host: String)
  /// The other side asks for fewer requests.
  ///
  /// - Parameter retryAfter: When to try again, in milliseconds from now; `nil` when it does not say.
  case rateLimited(retryAfter: Int?)
  /// The other side cannot serve right now.
  ///
  /// - Parameter retryAfter: When to try again, in milliseconds from now; `nil` when it does not say.
  case unavailable(detail: String, retryAfter: Int?)
  /// The other side does not know this device.
  case unauthorized
  /// The request as a whole was refused.
  case refused(detail: String)
  /// The two sides speak different versions of the protocol.
  case unsupportedProtocol(found: Int?, supported: Int)
  /// The answer is no answer: it is cut off, or says what no answer can say.
  case undecodable(detail: String)
  /// The answer is longer than any should be.
  case oversized(limit: Int)

  /// How long the other side asks to be left alone, in milliseconds; `nil` when it does not.
  package var retryAfter: Int? {
    switch self {
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter): retryAfter
    case .notConfigured, .misconfigured, .credentials, .unreachable, .untrusted, .unauthorized, .refused,
      .unsupportedProtocol, .undecodable, .oversized:
      nil
    }
  }
}

/// Hears from a vault when something changes in it.
package protocol ChangeListener: Sendable {
  /// Waits for a change.
  ///
  /// - Parameter request: What the device knows, and how long to wait. The other side may answer sooner that all is quiet.
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply
}

/// A question for whether something has changed in a vault, which is answered when it does.
package struct WatchRequest: Sendable, Hashable {
  /// The epoch that the device knows.
  package let epoch: Epoch
  /// The revision up to which the device knows everything.
  package let after: Revision
  /// How long to wait for a change, in milliseconds.
  package let milliseconds: Int

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the device knows.
  ///   - after: The revision up to which the device knows everything.
  ///   - milliseconds: How long to wait for a change.
  package init(epoch: Epoch, after: Revision, milliseconds: Int) {
    self.epoch = epoch
    self.after = after
    self.milliseconds = milliseconds
  }
}

/// The answer to a ``WatchRequest``.
package enum WatchReply: Sendable, Hashable {
  /// There is something that the device does not know: a change, or another epoch.
  case changed
  /// There was nothing, for as long as was asked.
  case quiet
}
