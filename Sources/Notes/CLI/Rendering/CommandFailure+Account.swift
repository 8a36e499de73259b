import NotesDomain
import NotesViewModels

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
    case .notOurs(let path):
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
  init(malformedServer text: String, _ problem: ServerAddressProblem) {
    let example: StyledText = "an address is like https://notes.example.org, with a port and a path where it has them"
    let text = String(text.prefix(200))
    switch problem {
    case .malformed: self.init("'\(text)' is no address of a server", hints: [example], status: .usage)
    case .withUser:
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
      "a label has at most \(SignInRequest.mostLabelBytes) bytes, and this one \(text.utf8.count)",
      hints: ["choose another: --label laptop"], status: .usage)
  }

  private static func accountHints(_ error: TransportError) -> [StyledText]? {
    switch error {
    case .unreachable, .unavailable, .undecodable, .oversized, .refused: ["try again later"]
    case .rateLimited(let retryAfter):
      [Self.words(again: retryAfter)]
    case .unauthorized: ["sign in anew: notesctl login SERVER"]
    case .untrusted: [CommandFailure.trust]
    case .notConfigured, .misconfigured, .credentials, .unsupportedProtocol: nil
    }
  }
}
