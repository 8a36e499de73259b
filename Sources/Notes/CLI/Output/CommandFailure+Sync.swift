import NotesDomain
import NotesViewModels

extension CommandFailure {
  init(_ error: SyncError) {
    switch error {
    case .transport(let error): self.init(error)
    case .store(let error): self.init(error)
    case .deletionBrake(let brake):
      self.init(
        "sync stopped: \(SyncText.brake(brake))", hints: SyncText.brakeReleaseHints, status: .permission,
        id: "many-deletions")
    case .cancelled:
      self.init("sync interrupted", hints: ["the next sync resumes: notesctl sync"], status: .tryAgain)
    case .roundLimitReached(let rounds):
      self.init(
        "sync did not converge after \(rounds) rounds because other devices keep changing the same notes",
        hints: ["no data is lost; try again later: notesctl sync"], status: .tryAgain)
    }
  }

  init(_ failure: ConflictFailure) {
    switch failure {
    case .unknown(let text):
      self.init(
        "no conflict has an id starting with '\(String(text.prefix(60)))'",
        hints: ["ids are the first column of: notesctl conflicts"], status: .noInput)
    case .ambiguous(let text, let candidates):
      self.init(
        "conflict id '\(String(text.prefix(60)))' is ambiguous; type more of it",
        hints: candidates.prefix(5).map { "\(raw: $0.copy.description)  \($0.theirs.title)" }, status: .noInput)
    }
  }

  init(_ error: TransportError) {
    let retryLater: StyledText = "no data is lost; try again later: notesctl sync"
    switch error {
    case .notConfigured:
      self.init(
        "this device is not signed in to a server",
        hints: [
          "sign in: notesctl login SERVER",
          "or try a simulated network with its server in a file: notesctl sync --mock-network FILE",
        ], status: .configuration, id: "not-signed-in")
    case .misconfigured(let detail): self.init("\(detail)", status: .configuration)
    case .credentials(let error): self.init(error)
    case .unreachable(let detail):
      self.init("cannot reach the server: \(detail)", hints: [retryLater], status: .tryAgain, id: "server-unreachable")
    case .untrusted(let host):
      self.init(
        "the certificate of \(host) is not trusted, or has expired", hints: [Self.trust], status: .configuration,
        id: "server-untrusted")
    case .rateLimited(let retryAfter):
      self.init(
        "rate limited by the server", hints: [Self.syncRetryHint(after: retryAfter)], status: .tryAgain,
        id: "rate-limited")
    case .unavailable(let detail, let retryAfter):
      self.init("server unavailable: \(detail)", hints: [Self.syncRetryHint(after: retryAfter)], status: .tryAgain)
    case .unauthorized:
      self.init(
        "the server does not know this device; it was revoked, or the password was changed",
        hints: ["no data is lost; sign in again: notesctl login SERVER"], status: .permission, id: "device-revoked")
    case .refused(let detail):
      self.init("the server rejected the request: \(detail)", hints: [retryLater], status: .protocolError)
    case .misaddressed(let detail):
      self.init(
        "something else answers at the address of the server: \(detail)",
        hints: [retryLater, "a proxy, or a network that wants you to sign in, may answer in its place"],
        status: .protocolError, id: "server-replaced")
    case .unsupportedProtocol(let found, let supported):
      let version = found.map { "version \($0)" } ?? "another version"
      let isServerNewer = found.map { $0 > supported } ?? true
      self.init(
        "the server uses \(raw: version) of the protocol, this notesctl version \(supported)",
        hints: [isServerNewer ? "update notesctl: notesctl --version" : "the server must be updated"],
        status: .protocolError)
    case .undecodable(let detail):
      self.init("invalid response from the server: \(detail)", hints: [retryLater], status: .protocolError)
    case .oversized(let limit):
      self.init("the response from the server exceeds \(limit) bytes", hints: [retryLater], status: .protocolError)
    case .encryption(let problem): self.init(problem)
    }
  }

  /// The hint for a server certificate of a private certificate authority.
  static let trust: StyledText =
    "to trust a private certificate authority: export NOTESCTL_CA_FILE=FILE"

  /// Returns the hint to retry after a delay; `nil` if the delay is unknown.
  static func retryHint(after wait: Duration?) -> StyledText {
    guard let wait else { return "try again later" }
    let seconds = wait.secondsRoundedUp
    return seconds <= 120
      ? "try again in \(seconds) s" : "try again in \(seconds / 60 + (seconds % 60 == 0 ? 0 : 1)) min"
  }

  private static func syncRetryHint(after wait: Duration?) -> StyledText {
    "no data is lost; \(retryHint(after: wait)): notesctl sync"
  }
}
