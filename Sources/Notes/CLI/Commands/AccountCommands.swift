import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

/// The dependencies of the commands for this device's account.
struct AccountScreen: Sendable {
  let account: AccountViewModel
  let times: TimeText
  let console: any Console
}

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
      encrypted vault also needs its passphrase or recovery code: now, from a file, or later with \
      'notesctl encryption unlock'. The passphrase must not be the password, which the server sees.

      No notes are changed. The next 'notesctl sync' merges local and remote notes.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()

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

  /// The failure of a view-model that reports neither success nor failure, which no input causes.
  private static var endedWithoutResult: CommandFailure {
    CommandFailure("sign-in ended without a result", status: .software)
  }

  func validate() throws {
    if passphrase.file != nil, recovery.file != nil {
      throw Self.usage("--passphrase-file and --recovery-file cannot be used together.")
    }
  }

  func run(on screen: AccountScreen) async throws {
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
        to: address, as: name, password: secret, label: label ?? LocalHostName.current ?? "device",
        unlockingBy: opening, isForced: force)
    }
    guard case .signedIn(let credentials, let before, let revocationError, let unlockError) = state.outcome else {
      throw Self.endedWithoutResult
    }
    var line: StyledText = "Signed in to \(credentials.server.description) as \(credentials.account.text)."
    if unlockError == nil { line += "  \(.dim, "Next: notesctl sync")" }
    try console.write(line + "\n", to: .notice)
    if let before, let revocationError { try report(revocationError, of: before, after: credentials, on: console) }
    if let unlockError { throw CommandFailure(afterSignIn: unlockError) }
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

struct LogoutCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "logout", abstract: "Sign this device out of its server.",
    discussion: """
      EXAMPLES:
        notesctl logout

      The notes stay on this device. The token is revoked on the server; if the server cannot be \
      reached, it is only deleted here, with a warning. This also works when the stored \
      credentials are damaged or readable by others.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()

  func run(on screen: AccountScreen) async throws {
    let state = try await screen.account.run { await $0.signOut() }
    guard case .signedOut(let credentials, let revocationError, let credentialError) = state.outcome else { return }
    try screen.console.write(
      "Signed out\(credentials.map { " of \($0.server.description)" as StyledText } ?? "").  \(.dim, "Your notes stay on this device.")\n",
      to: .notice)
    if let credentialError {
      try screen.console.write("Warning: \(CommandFailure(credentialError).message).\n", to: .error)
    }
    let device = credentials.map { $0.device.description } ?? "DEVICE"
    if let revocationError {
      try screen.console.write("Could not notify the server: \(CommandFailure(revocationError).message).\n", to: .error)
    } else if credentials == nil {
      try screen.console.write("The server was not notified because the token could not be read.\n", to: .error)
    } else {
      return
    }
    try screen.console.write("  On another device: notesctl revoke \(raw: device)\n", to: .error)
  }
}

struct DevicesCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "devices", abstract: "List the devices of your account.",
    discussion: """
      EXAMPLES:
        notesctl devices
        notesctl devices --json --fields id,label,lastSeen
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()
  @OptionGroup var machine: JSONOutputOptions

  func run(on screen: AccountScreen) async throws {
    let state = try await screen.account.run { await $0.loadDevices() }
    let own = state.credentials
    let text =
      machine.isRequested
      ? try machine.text(state.devices, .device(own: own?.device))
      : DeviceTable(times: screen.times).text(state.devices, own: own)
    try screen.console.write(text, to: .output)
  }
}

struct RevokeCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "revoke", abstract: "Sign out another device of your account, such as a lost one.",
    discussion: """
      EXAMPLES:
        notesctl revoke phone
        notesctl revoke 3f2a --force

      The device can no longer sync. The notes already on it stay there.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Argument(help: "The device's label, or the beginning of its id.")
  var device: String

  func run(on screen: AccountScreen) async throws {
    let account = screen.account
    let own = try await account.run { await $0.loadDevices() }.credentials?.device
    guard let found = try await account.run({ await $0.select(device) }).selected else { return }
    let which: StyledText = found.id == own ? "this device, “\(found.label)”" : "“\(found.label)”"
    let question: StyledText = "Revoke \(which), last seen \(raw: screen.times.day(found.lastSeen))?"
    guard try force || screen.console.confirm(question, for: "revoking a device") else {
      try screen.console.write("Nothing was revoked.\n", to: .notice)
      return
    }
    try await account.run { await $0.revoke(found) }
    try screen.console.write("Revoked “\(found.label)” (\(raw: found.id.description)).\n", to: .notice)
    if found.id == own {
      try screen.console.write("This device is now signed out.\n", to: .notice)
    } else if account.state.credentials?.keys != nil {
      try screen.console.write(
        "It may have the key of your vault.  \(.dim, "Make a new one: notesctl encryption rotate")\n", to: .notice)
    }
  }
}

struct PasswordCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "password", abstract: "Change your account's password and sign out all other devices.",
    discussion: """
      EXAMPLES:
        notesctl password
        notesctl password < passwords.txt

      It asks for the current password, and twice for the new one; without a terminal they are the \
      first two lines of standard input. This device stays signed in. The others lose no data: they \
      continue where they were after signing in again.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()

  func run(on screen: AccountScreen) async throws {
    let (account, input) = (screen.account, SecretInput(console: screen.console))
    // Checked first, so that a change that must fail does so before the prompts.
    guard let credentials = try await account.run({ await $0.checkSignedIn() }).credentials else { return }
    let current = try input.password(
      from: nil, question: "Current password of \(credentials.account.text) at \(credentials.server.host): ")
    let new = try input.password(from: nil, question: "New password: ", repetition: "Repeat new password: ")
    try await account.run { await $0.changePassword(from: current, to: new) }
    try screen.console.write(
      "\(.title, credentials.account.text) has a new password, and all other devices are signed out.\n", to: .notice)
  }
}
