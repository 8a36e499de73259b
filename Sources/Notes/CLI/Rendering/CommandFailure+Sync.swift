import NotesDomain
import NotesViewModels

extension CommandFailure {
  /// Puts the failure of a sync into words.
  init(_ error: SyncError) {
    switch error {
    case .transport(let error): self.init(error)
    case .store(let error): self.init(Failure.store(error))
    case .braked(let brake):
      self.init(
        "many notes were deleted elsewhere, so the sync stopped: \(SyncText.brake(brake))", hints: SyncText.releases,
        status: .permission)
    case .cancelled:
      self.init("the sync was stopped", hints: ["the next one goes on from there: notesctl sync"], status: .tryAgain)
    case .unsettled(let rounds):
      self.init(
        "other devices change the same notes all the time: nothing got through in \(rounds) rounds",
        hints: ["nothing is lost; try again when they rest: notesctl sync"], status: .tryAgain)
    }
  }

  /// Says that no conflict is meant by what was typed.
  init(noConflict text: String) {
    self.init(
      "there is no conflict whose id begins with '\(String(text.prefix(60)))'",
      hints: ["ids are the first column of: notesctl conflicts"], status: .noInput)
  }

  /// Says that several conflicts are meant by what was typed.
  init(ambiguousConflict text: String, _ candidates: [NoteConflict]) {
    self.init(
      "several conflicts have an id that begins with '\(String(text.prefix(60)))'; type more of it",
      hints: candidates.prefix(5).map { "\(raw: $0.copy.description)  \($0.theirs.title)" }, status: .noInput)
  }

  /// Puts into words why a request was not answered.
  init(_ error: TransportError) {
    let again: StyledText = "nothing is lost; try again later: notesctl sync"
    switch error {
    case .notConfigured:
      self.init(
        "this device is not signed in to a server",
        hints: [
          "sign in: notesctl login SERVER",
          "or try sync with a server in a file: notesctl sync --mock-network FILE",
        ], status: .configuration)
    case .misconfigured(let detail): self.init("\(detail)", status: .configuration)
    case .credentials(let error): self.init(error)
    case .unreachable(let detail):
      self.init("the server cannot be reached: \(detail)", hints: [again], status: .tryAgain)
    case .untrusted(let host):
      self.init(
        "the certificate of \(host) is not trusted",
        hints: [Self.trust, again], status: .tryAgain)
    case .rateLimited(let retryAfter):
      self.init("the server asks for fewer requests", hints: [Self.again(after: retryAfter)], status: .tryAgain)
    case .unavailable(let detail, let retryAfter):
      self.init(
        "the server cannot serve right now: \(detail)", hints: [Self.again(after: retryAfter)], status: .tryAgain)
    case .unauthorized:
      self.init(
        "the server does not know this device; it was revoked, or the password was changed",
        hints: ["nothing is lost; sign in anew: notesctl login SERVER"], status: .permission)
    case .refused(let detail):
      self.init("the server refused the request: \(detail)", hints: [again], status: .protocolError)
    case .unsupportedProtocol(let found, let supported):
      let version = found.map { "version \($0)" } ?? "another version"
      let isServerNewer = found.map { $0 > supported } ?? true
      self.init(
        "the server speaks \(raw: version) of the protocol, this notesctl version \(supported)",
        hints: [isServerNewer ? "update notesctl: notesctl --version" : "the server must be updated"],
        status: .protocolError)
    case .undecodable(let detail):
      self.init("the server's answer makes no sense: \(detail)", hints: [again], status: .protocolError)
    case .oversized(let limit):
      self.init("the server's answer is longer than \(limit) bytes", hints: [again], status: .protocolError)
    }
  }

  /// The way out where a server's certificate comes from an authority of its owner's.
  static let trust: StyledText =
    "if its owner gave you a certificate for that, name the file: export NOTESCTL_CA_FILE=FILE"

  /// When to try again.
  ///
  /// - Parameter milliseconds: In how long; `nil` when nobody says.
  static func words(again milliseconds: Int?) -> StyledText {
    guard let milliseconds else { return "try again later" }
    let seconds = milliseconds / 1000 + (milliseconds % 1000 == 0 ? 0 : 1)
    return seconds <= 120
      ? "try again in \(seconds) s" : "try again in \(seconds / 60 + (seconds % 60 == 0 ? 0 : 1)) min"
  }

  private static func again(after milliseconds: Int?) -> StyledText {
    "nothing is lost; \(words(again: milliseconds)): notesctl sync"
  }
}
