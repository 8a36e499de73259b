import NotesDomain
import NotesViewModels

extension CommandFailure {
  init(_ failure: AccountFailure) {
    switch failure {
    case .client(let error): self.init(error)
    case .passwordUncertain(let error):
      let failure = CommandFailure(AccountClientError.transport(error))
      self.init(
        failure.message,
        hints: [
          "the password may have been changed; repeat the command with the same passwords to make sure",
          "this device stays signed in either way",
        ], status: failure.status)
    case .credentials(let error): self.init(error)
    case .malformedServer(let text, let problem): self.init(malformedServer: text, problem)
    case .malformedName(let text): self.init(malformedAccount: text)
    case .signedInElsewhere(let server, let account):
      self.init(
        "this device is signed in to \(server.description) as \(account.text)",
        hints: [
          "sign out first: notesctl logout",
          "or use --force; either way your notes stay here and are merged into the new account",
        ], status: .usage)
    case .otherVault(let server, let account):
      self.init(
        "\(server.description) has another vault for \(account.text) than before, which was encrypted",
        hints: [
          "nothing was changed; ask its operator whether the account was made anew",
          "if so, --force accepts the vault, which gets your notes in plain text until: notesctl encryption enable",
        ], status: .permission)
    case .notSignedIn:
      self.init(
        "this device is not signed in", hints: ["sign in: notesctl login SERVER"], status: .configuration,
        id: "not-signed-in")
    case .noDevice(let text):
      self.init(
        "no device matches '\(String(text.prefix(100)))'", hints: ["list them: notesctl devices"], status: .noInput)
    case .ambiguousDevice(let text, let candidates):
      self.init(
        "'\(String(text.prefix(100)))' is ambiguous; type more of the id",
        hints: candidates.prefix(5).map { "\(raw: $0.id.description)  \($0.label)" }, status: .noInput)
    case .longLabel(let text):
      self.init(
        "the label has \(text.utf8.count) bytes; the limit is \(SignInRequest.maximumLabelBytes)",
        hints: ["choose another: --label laptop"], status: .usage)
    }
  }

  init(_ error: AccountClientError) {
    switch error {
    case .badCredentials:
      self.init("wrong account name or password", hints: ["the server does not reveal which"], status: .permission)
    case .wrongPassword:
      self.init("the current password is wrong", hints: ["nothing was changed"], status: .permission)
    case .weakPassword(let weakness): self.init(weakness)
    case .unknownDevice:
      self.init("device not found", hints: ["list them: notesctl devices"], status: .noInput)
    case .tooManyDevices:
      self.init(
        "the account has reached its device limit",
        hints: ["on another device, sign out one that you no longer use: notesctl revoke DEVICE"], status: .permission)
    case .transport(let error):
      let failure = CommandFailure(error)
      // The hints for sync, that no data is lost, are omitted here.
      self.init(failure.message, hints: Self.accountHints(error) ?? failure.hints, status: failure.status)
    }
  }

  init(_ weakness: PasswordWeakness) {
    let advice: StyledText = "several unrelated words are easy to remember and hard to guess"
    switch weakness {
    case .tooShort:
      self.init(
        "the password is too short: at least \(Password.minimumBytes) bytes are required", hints: [advice],
        status: .data)
    case .common:
      self.init(
        "the password is one of the most common ones, or nearly one",
        hints: ["attackers try those first, also with digits and signs around them", advice], status: .data)
    case .resemblesName:
      self.init(
        "the password is little more than the name of the account or of the server",
        hints: ["attackers try those first", advice], status: .data)
    }
  }

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
        "\(path) is owned by another user or is not a regular file",
        hints: ["check it: ls -l \(ShellQuoting.quotedIfNeeded(path))"],
        status: .permission)
    case .damaged(let path):
      self.init(
        "\(path) is damaged",
        hints: ["sign in again: notesctl logout && notesctl login SERVER"], status: .configuration)
    case .failed(let path, let detail):
      self.init(
        "cannot use \(path): \(detail)", hints: ["check its folder: ls -ld \(ShellQuoting.quotedIfNeeded(path))"],
        status: .inputOutput)
    }
  }

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

  init(malformedAccount text: String) {
    self.init(
      "'\(String(text.prefix(100)))' is not a valid account name",
      hints: ["a name has 1 to 64 lower-case letters, digits and .-_@+, and starts with a letter or digit"],
      status: .usage)
  }

  private static func accountHints(_ error: TransportError) -> [StyledText]? {
    switch error {
    case .unreachable, .unavailable: ["try again later"]
    case .undecodable, .oversized, .refused, .misaddressed: ["check the address: another program may answer there"]
    case .rateLimited(let retryAfter):
      [Self.retryHint(after: retryAfter)]
    case .unauthorized: ["sign in again: notesctl login SERVER"]
    case .untrusted: [CommandFailure.trust]
    case .notConfigured, .misconfigured, .credentials, .unsupportedProtocol, .encryption: nil
    }
  }
}
