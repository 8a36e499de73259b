import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct LoginCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    _superCommandName: "notesctl",
    abstract: "Sign this device in to a server.",
    discussion: """
      EXAMPLES:
        notesctl login https://notes.example.org
        notesctl login notes.example.org --name ada --label laptop
        pass show notes | notesctl login notes.example.org --name ada

      It asks for the name and the password of an account there; whoever runs the server makes \
      accounts, with 'notesctl server user add'. The password is not kept. What is kept is a \
      token, for this device alone, which 'notesctl logout' and 'notesctl revoke' make worthless.

      No note is touched. The next 'notesctl sync' brings what is here and what is there together.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: "Where the server is, as in https://notes.example.org.")
  var server: String

  @Option(help: "The account's name. Asked for when left out.")
  var name: String?

  @Option(help: "What to call this device. Its host name when left out.")
  var label: String?

  @OptionGroup var password: PasswordOptions

  @Flag(help: "Leave the account that this device is signed in to.")
  var force = false

  struct Screen: Sendable {
    let account: AccountViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let (account, console) = (screen.account, screen.console)
    // Whoever may not sign in is told so before a password is typed.
    guard let address = account.admit(to: server, as: name, isForced: force) else { throw try failure(account) }
    let name = try self.name ?? askedName(console)
    guard account.admit(to: server, as: name, isForced: force) != nil else { throw try failure(account) }
    let secret = try PasswordInput(console).password(
      from: password.file, question: "Password of \(name) at \(address.host): ")
    await account.signIn(
      to: address, as: name, password: secret, label: label ?? LocalHostName.current ?? "device", isForced: force)
    guard case .signedIn(let credentials, let before, let revocationError) = account.state.outcome else {
      throw try failure(account)
    }
    try console.write(
      "Signed in to \(credentials.server.description) as \(credentials.account.text).  \(.dim, "Next: notesctl sync")\n",
      to: .notice)
    guard let before, let revocationError else { return }
    try console.write(
      "\(before.server.description) does not know yet that this device left: \(CommandFailure(revocationError).message).\n",
      to: .error)
    let isSame = before.server == credentials.server && before.account == credentials.account
    try console.write(
      "  \(raw: isSame ? "Sign its older self out" : "From another device there"): notesctl revoke \(raw: before.device.description)\n",
      to: .error)
  }

  private func askedName(_ console: any Console) throws -> String {
    guard console.isInputTerminal, let name = try console.ask("Name: "), !name.isEmpty else {
      throw CommandFailure(
        "there is no name of an account", hints: ["say which: notesctl login \(server) --name NAME"], status: .usage)
    }
    return name
  }

  @MainActor
  private func failure(_ account: AccountViewModel) throws -> Failure {
    guard let failure = account.state.phase.failure else {
      throw CommandFailure("signing in came to no end", status: .software)
    }
    return failure
  }
}

struct LogoutCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    _superCommandName: "notesctl",
    abstract: "Sign this device out of its server.",
    discussion: """
      EXAMPLES:
        notesctl logout

      The notes stay here. This device's token is made worthless on the server; when the server \
      cannot be reached it is forgotten here only, and you are told. That is a way to begin anew \
      also where what is kept here is damaged, or could be read by others.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  struct Screen: Sendable {
    let account: AccountViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.account.signOut()
    if let failure = screen.account.state.phase.failure { throw failure }
    guard case .signedOut(let credentials, let revocationError, let credentialError) = screen.account.state.outcome else { return }
    try screen.console.write(
      "Signed out\(credentials.map { " of \($0.server.description)" as StyledText } ?? "").  \(.dim, "Your notes stay here.")\n",
      to: .notice)
    if let credentialError { try screen.console.write("Look out: \(CommandFailure(credentialError).message).\n", to: .error) }
    let device = credentials.map { $0.device.description } ?? "DEVICE"
    if let revocationError {
      try screen.console.write("The server does not know yet: \(CommandFailure(revocationError).message).\n", to: .error)
    } else if credentials == nil {
      try screen.console.write("The server does not know, since the token could not be read.\n", to: .error)
    } else {
      return
    }
    try screen.console.write("  From another device: notesctl revoke \(raw: device)\n", to: .error)
  }
}

struct DevicesCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    _superCommandName: "notesctl",
    abstract: "List the devices of your account.",
    discussion: """
      EXAMPLES:
        notesctl devices
        notesctl devices --json --fields id,label,lastSeen
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  struct Screen: Sendable {
    let account: AccountViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.account.loadDevices()
    let state = screen.account.state
    if let failure = state.phase.failure { throw failure }
    let own = state.credentials?.device
    let text =
      machine.isRequested
      ? StyledText(
        trusted: try machine.text(
          state.devices.map { JSONValue.signedInDevice($0, isThis: $0.id == own) }, like: .deviceExample))
      : DeviceTable(times: screen.times).text(state.devices, own: own)
    try screen.console.write(text, to: .output)
  }
}

struct RevokeCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    _superCommandName: "notesctl",
    abstract: "Sign another device of your account out, as when it was lost.",
    discussion: """
      EXAMPLES:
        notesctl revoke phone
        notesctl revoke 3f2a --force

      The device can no longer sync. The notes that it holds already stay on it.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "Do not ask.")
  var force = false

  @Argument(help: "The device's label, or the beginning of its id.")
  var device: String

  struct Screen: Sendable {
    let account: AccountViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let account = screen.account
    await account.loadDevices()
    if let failure = account.state.phase.failure { throw failure }
    let own = account.state.credentials?.device
    guard let found = account.select(device) else {
      if let failure = account.state.phase.failure { throw failure }
      return
    }
    guard try isConfirmed(found, isThis: found.id == own, screen) else {
      try screen.console.write("Nothing was revoked.\n", to: .notice)
      return
    }
    await account.revoke(found)
    if let failure = account.state.phase.failure { throw failure }
    try screen.console.write("Revoked “\(found.label)” (\(raw: found.id.description)).\n", to: .notice)
    if found.id == own { try screen.console.write("It was this device, which is signed out now.\n", to: .notice) }
  }

  private func isConfirmed(_ device: SignedInDevice, isThis: Bool, _ screen: Screen) throws -> Bool {
    if force { return true }
    guard screen.console.isInputTerminal else {
      throw CommandFailure(
        "revoking a device needs a yes, and there is no terminal to ask", hints: ["say --force"], status: .usage)
    }
    let which: StyledText = isThis ? "this device, “\(device.label)”" : "“\(device.label)”"
    let seen = screen.times.short(device.lastSeen).prefix(10)
    let answer = try screen.console.ask("Revoke \(which), last seen \(raw: String(seen))? [y/N] ")
    return ["y", "yes"].contains(answer?.lowercased())
  }
}
