import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct LoginCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "login", abstract: "Sign this device in to a server.",
    discussion: """
      EXAMPLES:
        notesctl login https://notes.example.org
        notesctl login notes.example.org --name ada --label laptop
        pass show notes | notesctl login notes.example.org --name ada
        notesctl login notes.example.org --passphrase-file FILE

      It asks for the name and the password of an account; accounts are created by the server's \
      operator, with 'notesctl server user add'. The password is not stored. What is stored is a \
      token for this device only, which 'notesctl logout' and 'notesctl revoke' invalidate. An \
      encrypted vault also needs its passphrase, which a terminal is asked for, or its recovery code \
      from a file; 'notesctl encryption unlock' takes both later. The passphrase must not be the password, which the server sees.

      No notes are changed. The next 'notesctl sync' merges local and remote notes.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: "The address of the server, such as https://notes.example.org.")
  var server: String

  @Option(help: "The account's name. Prompted for if omitted.")
  var name: String?

  @Option(help: "A label for this device (default: the host name).")
  var label: String?

  @OptionGroup var password: PasswordOptions
  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var recovery: RecoveryOptions

  @Flag(help: "Sign out of the current account first.")
  var force = false

  struct Screen: Sendable {
    let account: AccountViewModel
    /// `nil` in a program without encryption.
    let encryption: EncryptionViewModel?
    let console: any Console
  }

  /// The failure of a view-model that reports neither success nor failure, which no input causes.
  private static var endedWithoutResult: CommandFailure {
    CommandFailure("sign-in ended without a result", status: .software)
  }

  func validate() throws {
    if passphrase.file != nil, recovery.file != nil {
      throw Self.usage("--passphrase-file and --recovery-file cannot be used together.")
    }
  }

  func run(on screen: Screen) async throws {
    if screen.encryption == nil, passphrase.file != nil || recovery.file != nil {
      throw Self.usage("this program cannot open an encrypted vault.")
    }
    let (account, console) = (screen.account, screen.console)
    // Validated first, so that a sign-in that must fail does so before the password prompt.
    let admitted = try await account.run { await $0.admit(to: server, as: self.name, isForced: force) }
    guard let address = admitted.server else { throw Self.endedWithoutResult }
    let name = try self.name ?? askedName(console)
    try await account.run { await $0.admit(to: server, as: name, isForced: force) }
    let input = SecretInput(console: console)
    let secret = try input.password(from: password.file, question: "Password of \(name) at \(address.host): ")
    let opening =
      passphrase.file == nil && recovery.file == nil ? nil : try input.secret(passphrase, recovery)
    let state = try await account.run {
      await $0.signIn(
        to: address, as: name, password: secret, label: label ?? HostName.withoutDomain ?? "device",
        unlockingBy: opening, isForced: force)
    }
    guard case .signedIn(let credentials, let before, let revocationError, let unlockError) = state.outcome else {
      throw Self.endedWithoutResult
    }
    let encryption = opening == nil && console.isInputTerminal ? screen.encryption : nil
    let asks = await isLocked(encryption)
    var line: StyledText = "Signed in to \(credentials.server.description) as \(credentials.account.text)."
    if !asks && unlockError == nil { line += "  \(.dim, "Next: notesctl sync")" }
    try console.write(line + "\n", to: .notice)
    if let before, let revocationError { try report(revocationError, of: before, after: credentials, on: console) }
    if let unlockError { throw CommandFailure(afterSignIn: unlockError) }
    if asks, let encryption { try await unlock(encryption, after: secret, on: console) }
  }

  /// Returns whether the vault is encrypted and this device does not have its key. `false` also if the server does not answer: the
  /// next sync says so.
  @MainActor
  private func isLocked(_ encryption: EncryptionViewModel?) async -> Bool {
    guard let encryption else { return false }
    await encryption.load()
    return encryption.state.status?.keys == .locked
  }

  private func unlock(
    _ encryption: EncryptionViewModel, after password: Password, on console: any Console
  ) async throws {
    try console.write(
      "Its notes are encrypted.  \(.dim, "To open them later: notesctl encryption unlock")\n", to: .notice)
    let secret = try SecretInput(console: console).secret(passphrase, recovery)
    if case .passphrase(let passphrase) = secret, passphrase.bytes == password.bytes {
      throw CommandFailure.passwordWasPassphrase
    }
    do {
      try await encryption.run { await $0.unlock(by: secret) }
    } catch let failure as Failure {
      guard let error = failure.error as? EncryptionError else { throw failure }
      throw CommandFailure(afterSignIn: error)
    }
    try EncryptionText.unlocked(on: console)
  }

  /// Says that the token of an earlier sign-in is still valid, and how to revoke it.
  private func report(
    _ error: AccountClientError, of before: Credentials, after credentials: Credentials, on console: any Console
  ) throws {
    try console.write(
      "could not sign this device out of \(before.server.description): \(CommandFailure(error).message).\n",
      to: .error)
    let isSame = before.server == credentials.server && before.account == credentials.account
    try console.write(
      "  \(raw: isSame ? "To revoke the previous sign-in" : "On another device"): notesctl revoke \(raw: before.device.description)\n",
      to: .error)
  }

  private func askedName(_ console: any Console) throws -> String {
    guard console.isInputTerminal, let name = try console.ask("Name: "), !name.isEmpty else {
      throw CommandFailure("no account name given", hints: ["use --name NAME"], status: .usage)
    }
    return name
  }
}
