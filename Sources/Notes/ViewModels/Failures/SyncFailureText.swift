package import NotesDomain

extension Failure {
  /// Whether the server ended the session of this device.
  package var asksToSignIn: Bool { error as? SyncError == .transport(.unauthorized) }
}

extension SyncError: DescribedFailure {
  package var cause: any DescribedFailure {
    switch self {
    case .transport(let error): error.cause
    case .store(let error): error
    default: self
    }
  }

  package var text: FailureText {
    switch self {
    case .transport, .store: cause.text
    case .deletionBrake(let brake): FailureText("sync stopped: \(brake.sentence)", .permission)
    case .cancelled: FailureText("sync interrupted", .tryAgain)
    case .roundLimitReached(let rounds):
      FailureText(
        "sync did not converge after \(rounds) rounds because other devices keep changing the same notes", .tryAgain)
    }
  }
}

extension TransportError: DescribedFailure {
  package var cause: any DescribedFailure {
    switch self {
    case .credentials(let error): error
    case .encryption(let problem): problem.cause
    default: self
    }
  }

  package var text: FailureText {
    switch self {
    case .credentials, .encryption: cause.text
    case .notConfigured: FailureText("this device is not signed in to a server", .configuration)
    case .misconfigured(let detail): FailureText("\(detail)", .configuration)
    case .unreachable(let detail): FailureText("cannot reach the server: \(detail)", .tryAgain)
    case .untrusted(let host):
      FailureText("the certificate of \(host) is not trusted, or has expired", .configuration)
    case .rateLimited: FailureText("rate limited by the server", .tryAgain)
    case .unavailable(let detail, _): FailureText("server unavailable: \(detail)", .tryAgain)
    case .unauthorized:
      FailureText("the server does not know this device; it was revoked, or the password was changed", .permission)
    case .refused(let detail): FailureText("the server rejected the request: \(detail)", .protocolError)
    case .misaddressed(let detail):
      FailureText("something else answers at the address of the server: \(detail)", .protocolError)
    case .unsupportedProtocol(let found, let supported):
      FailureText(
        "the server uses \(found.map { "version \($0)" } ?? "another version") of the protocol, this notesctl version \(supported)",
        .protocolError)
    case .undecodable(let detail): FailureText("invalid response from the server: \(detail)", .protocolError)
    case .oversized(let limit): FailureText("the response from the server exceeds \(limit) bytes", .protocolError)
    }
  }

  /// The time of another attempt, as `try again in 9 s`.
  package var retry: FailureSentence {
    let wait: Duration? =
      switch self {
      case .rateLimited(let wait), .unavailable(_, let wait): wait
      default: nil
      }
    guard let seconds = wait?.secondsRoundedUp else { return "try again later" }
    return seconds <= 120
      ? "try again in \(seconds) s" : "try again in \(seconds / 60 + (seconds % 60 == 0 ? 0 : 1)) min"
  }
}

extension DeletionBrake {
  /// The deletions that were stopped.
  package var sentence: FailureSentence {
    "\(deletions) of \(notes, "note") were deleted on other devices and would be deleted here"
  }
}
