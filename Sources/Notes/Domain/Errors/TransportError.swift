/// Why a request did not get a proper answer. Nothing was committed here; whether the other side heard it is not known.
public enum TransportError: Error, Sendable, Hashable {
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
  public var retryAfter: Int? {
    switch self {
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter): retryAfter
    case .notConfigured, .misconfigured, .credentials, .unreachable, .untrusted, .unauthorized, .refused,
      .unsupportedProtocol, .undecodable, .oversized:
      nil
    }
  }
}
