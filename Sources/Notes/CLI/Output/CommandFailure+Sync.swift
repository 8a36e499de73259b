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
        "many notes were deleted elsewhere, so the sync stopped: \(SyncText.brake(brake))", hints: SyncText.brakeReleaseHints,
        status: .permission)
    case .cancelled:
      self.init("the sync was stopped", hints: ["the next one goes on from there: notesctl sync"], status: .tryAgain)
    case .roundLimitReached(let rounds):
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
  static func retryHint(after milliseconds: Int?) -> StyledText {
    guard let milliseconds else { return "try again later" }
    let seconds = milliseconds / 1000 + (milliseconds % 1000 == 0 ? 0 : 1)
    return seconds <= 120
      ? "try again in \(seconds) s" : "try again in \(seconds / 60 + (seconds % 60 == 0 ? 0 : 1)) min"
  }

  private static func again(after milliseconds: Int?) -> StyledText {
    "nothing is lost; \(retryHint(after: milliseconds)): notesctl sync"
  }
}

extension CommandFailure {
  /// Puts the failure of a request about an account into words.
  init(_ error: AccountClientError) {
    switch error {
    case .badCredentials:
      self.init(
        "there is no such account, or its password is another", hints: ["the server does not say which of the two"],
        status: .permission)
    case .unknownDevice:
      self.init("the account has no such device any more", hints: ["see them: notesctl devices"], status: .noInput)
    case .tooManyDevices:
      self.init(
        "the account has as many devices as it may",
        hints: ["sign one out that you no longer use, from another device: notesctl revoke DEVICE"],
        status: .permission)
    case .transport(let error):
      let failure = CommandFailure(error)
      // What is said of sync there, that nothing is lost, goes without saying here.
      self.init(failure.message, hints: Self.accountHints(error) ?? failure.hints, status: failure.status)
    }
  }

  /// Puts into words why a device's credentials are of no use.
  init(_ error: CredentialError) {
    switch error {
    case .exposed(let path, let mode):
      self.init(
        "others on this machine can read \(path), which has the permissions \(raw: String(mode, radix: 8))",
        hints: [
          "whoever read it can read your notes, until this device is signed out",
          "so sign in anew: notesctl logout && notesctl login SERVER",
        ], status: .permission)
    case .wrongOwner(let path):
      self.init(
        "\(path) belongs to somebody else, or is no plain file", hints: ["look at it: ls -l \(path)"],
        status: .permission)
    case .damaged(let path):
      self.init(
        "what is in \(path) is not what notesctl wrote there",
        hints: ["sign in anew: notesctl logout && notesctl login SERVER"], status: .configuration)
    case .failed(let path, let detail):
      self.init("cannot use \(path): \(detail)", hints: ["look at its folder: ls -ld \(path)"], status: .inputOutput)
    }
  }

  /// Says what is wrong with a server's address.
  init(malformedServer text: String, _ problem: ServerAddressError) {
    let example: StyledText = "an address is like https://notes.example.org, with a port and a path where it has them"
    let text = String(text.prefix(200))
    switch problem {
    case .malformed: self.init("'\(text)' is no address of a server", hints: [example], status: .usage)
    case .containsUserInfo:
      self.init(
        "the address of a server has no user and no password in it",
        hints: ["leave out what stands in front of the @", example], status: .usage)
    case .unknownScheme:
      self.init("'\(text)' begins neither with https nor with http", hints: [example], status: .usage)
    case .unencrypted(let host):
      self.init(
        "http would show your notes and your password to everybody on the way to \(host)",
        hints: ["say https://\(host); http is for this machine only"], status: .usage)
    }
  }

  /// Says that no account can have a name.
  init(malformedAccount text: String) {
    self.init(
      "'\(String(text.prefix(100)))' is no name of an account",
      hints: ["a name has 1 to 64 lower-case letters, digits, and . - _ @ +, the first a letter or a digit"],
      status: .usage)
  }

  /// Says that this device has an account already.
  init(signedInTo server: ServerAddress, as account: AccountName) {
    self.init(
      "this device is signed in to \(server.description) as \(account.text)",
      hints: [
        "sign out first: notesctl logout",
        "or leave that account with --force; your notes stay here either way, and join those of the other one",
      ], status: .usage)
  }

  /// Says that no device is meant by what was typed.
  init(noDevice text: String) {
    self.init(
      "no device has the label, or an id that begins with, '\(String(text.prefix(100)))'",
      hints: ["see them: notesctl devices"], status: .noInput)
  }

  /// Says that several devices are meant by what was typed.
  init(ambiguousDevice text: String, _ candidates: [SignedInDevice]) {
    self.init(
      "several devices are meant by '\(String(text.prefix(100)))'; type more of the id",
      hints: candidates.prefix(5).map { "\(raw: $0.id.description)  \($0.label)" }, status: .noInput)
  }

  /// Says that a device cannot have a label.
  init(longLabel text: String) {
    self.init(
      "a label has at most \(SignInRequest.maximumLabelBytes) bytes, and this one \(text.utf8.count)",
      hints: ["choose another: --label laptop"], status: .usage)
  }

  private static func accountHints(_ error: TransportError) -> [StyledText]? {
    switch error {
    case .unreachable, .unavailable, .undecodable, .oversized, .refused: ["try again later"]
    case .rateLimited(let retryAfter):
      [Self.retryHint(after: retryAfter)]
    case .unauthorized: ["sign in anew: notesctl login SERVER"]
    case .untrusted: [CommandFailure.trust]
    case .notConfigured, .misconfigured, .credentials, .unsupportedProtocol: nil
    }
  }
}
