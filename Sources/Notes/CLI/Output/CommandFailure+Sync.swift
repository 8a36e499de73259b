import NotesDomain
import NotesViewModels

extension CommandFailure {
  /// Creates the failure of a sync.
  init(_ error: SyncError) {
    switch error {
    case .transport(let error): self.init(error)
    case .store(let error): self.init(Failure.store(error))
    case .deletionBrake(let brake):
      self.init(
        "sync stopped: \(SyncText.brake(brake))", hints: SyncText.brakeReleaseHints,
        status: .permission)
    case .cancelled:
      self.init("sync interrupted", hints: ["the next sync resumes: notesctl sync"], status: .tryAgain)
    case .roundLimitReached(let rounds):
      self.init(
        "sync did not converge after \(rounds) rounds because other devices keep changing the same notes",
        hints: ["no data is lost; try again later: notesctl sync"], status: .tryAgain)
    }
  }

  init(noConflict text: String) {
    self.init(
      "no conflict has an id starting with '\(String(text.prefix(60)))'",
      hints: ["ids are the first column of: notesctl conflicts"], status: .noInput)
  }

  init(ambiguousConflict text: String, _ candidates: [NoteConflict]) {
    self.init(
      "conflict id '\(String(text.prefix(60)))' is ambiguous; type more of it",
      hints: candidates.prefix(5).map { "\(raw: $0.copy.description)  \($0.theirs.title)" }, status: .noInput)
  }

  /// Creates the failure of a request to the server.
  init(_ error: TransportError) {
    let retryLater: StyledText = "no data is lost; try again later: notesctl sync"
    switch error {
    case .notConfigured:
      self.init(
        "this device is not signed in to a server",
        hints: [
          "sign in: notesctl login SERVER",
          "or try a simulated network with its server in a file: notesctl sync --mock-network FILE",
        ], status: .configuration)
    case .misconfigured(let detail): self.init("\(detail)", status: .configuration)
    case .credentials(let error): self.init(error)
    case .unreachable(let detail):
      self.init("cannot reach the server: \(detail)", hints: [retryLater], status: .tryAgain)
    case .untrusted(let host):
      self.init(
        "the certificate of \(host) is not trusted",
        hints: [Self.trust, retryLater], status: .tryAgain)
    case .rateLimited(let retryAfter):
      self.init("rate limited by the server", hints: [Self.syncRetryHint(after: retryAfter)], status: .tryAgain)
    case .unavailable(let detail, let retryAfter):
      self.init(
        "server unavailable: \(detail)", hints: [Self.syncRetryHint(after: retryAfter)], status: .tryAgain)
    case .unauthorized:
      self.init(
        "the server does not know this device; it was revoked, or the password was changed",
        hints: ["no data is lost; sign in again: notesctl login SERVER"], status: .permission)
    case .refused(let detail):
      self.init("the server rejected the request: \(detail)", hints: [retryLater], status: .protocolError)
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

extension CommandFailure {
  /// Creates the failure of a request for an account.
  init(_ error: AccountClientError) {
    switch error {
    case .badCredentials:
      self.init(
        "wrong account name or password", hints: ["the server does not reveal which"],
        status: .permission)
    case .unknownDevice:
      self.init("device not found", hints: ["list them: notesctl devices"], status: .noInput)
    case .tooManyDevices:
      self.init(
        "the account has reached its device limit",
        hints: ["on another device, sign out one that you no longer use: notesctl revoke DEVICE"],
        status: .permission)
    case .transport(let error):
      let failure = CommandFailure(error)
      // The hints for sync, that no data is lost, are omitted here.
      self.init(failure.message, hints: Self.accountHints(error) ?? failure.hints, status: failure.status)
    }
  }

  /// Creates the failure of the stored credentials.
  init(_ error: CredentialError) {
    switch error {
    case .exposed(let path, let mode):
      self.init(
        "other users can read \(path), which has the permissions \(raw: String(mode, radix: 8))",
        hints: [
          "anyone who read it can access your notes until this device is signed out",
          "sign in again: notesctl logout && notesctl login SERVER",
        ], status: .permission)
    case .wrongOwner(let path):
      self.init(
        "\(path) is owned by another user or is not a regular file", hints: ["check it: ls -l \(path)"],
        status: .permission)
    case .damaged(let path):
      self.init(
        "\(path) is damaged",
        hints: ["sign in again: notesctl logout && notesctl login SERVER"], status: .configuration)
    case .failed(let path, let detail):
      self.init("cannot use \(path): \(detail)", hints: ["check its folder: ls -ld \(path)"], status: .inputOutput)
    }
  }

  /// Creates the failure of a server address.
  init(malformedServer text: String, _ problem: ServerAddressError) {
    let example: StyledText = "an address is like https://notes.example.org, with an optional port and path"
    let text = String(text.prefix(200))
    switch problem {
    case .malformed: self.init("'\(text)' is not a valid server address", hints: [example], status: .usage)
    case .containsUserInfo:
      self.init(
        "a server address must not contain a user name or password",
        hints: ["remove everything before the @", example], status: .usage)
    case .unknownScheme:
      self.init("'\(text)' must start with https or http", hints: [example], status: .usage)
    case .unencrypted(let host):
      self.init(
        "http would send your notes and password to \(host) unencrypted",
        hints: ["use https://\(host); http is for this machine only"], status: .usage)
    }
  }

  /// Creates the failure of an account name.
  init(malformedAccount text: String) {
    self.init(
      "'\(String(text.prefix(100)))' is not a valid account name",
      hints: ["a name has 1 to 64 lower-case letters, digits and .-_@+, and starts with a letter or digit"],
      status: .usage)
  }

  init(signedInTo server: ServerAddress, as account: AccountName) {
    self.init(
      "this device is signed in to \(server.description) as \(account.text)",
      hints: [
        "sign out first: notesctl logout",
        "or use --force; either way your notes stay here and are merged into the new account",
      ], status: .usage)
  }

  init(noDevice text: String) {
    self.init(
      "no device matches '\(String(text.prefix(100)))'",
      hints: ["list them: notesctl devices"], status: .noInput)
  }

  init(ambiguousDevice text: String, _ candidates: [SignedInDevice]) {
    self.init(
      "'\(String(text.prefix(100)))' is ambiguous; type more of the id",
      hints: candidates.prefix(5).map { "\(raw: $0.id.description)  \($0.label)" }, status: .noInput)
  }

  init(longLabel text: String) {
    self.init(
      "the label has \(text.utf8.count) bytes; the limit is \(SignInRequest.maximumLabelBytes)",
      hints: ["choose another: --label laptop"], status: .usage)
  }

  private static func accountHints(_ error: TransportError) -> [StyledText]? {
    switch error {
    case .unreachable, .unavailable, .undecodable, .oversized, .refused: ["try again later"]
    case .rateLimited(let retryAfter):
      [Self.retryHint(after: retryAfter)]
    case .unauthorized: ["sign in again: notesctl login SERVER"]
    case .untrusted: [CommandFailure.trust]
    case .notConfigured, .misconfigured, .credentials, .unsupportedProtocol: nil
    }
  }
}
