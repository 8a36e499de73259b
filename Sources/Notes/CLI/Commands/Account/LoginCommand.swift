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
      to: address, as: name, password: secret, label: label ?? HostName.current ?? "device", isForced: force)
    guard case .signedIn(let credentials, let before, let unheard) = account.state.outcome else {
      throw try failure(account)
    }
    try console.write(
      "Signed in to \(credentials.server.description) as \(credentials.account.text).  \(.dim, "Next: notesctl sync")\n",
      to: .notice)
    guard let before, let unheard else { return }
    try console.write(
      "\(before.server.description) does not know yet that this device left: \(CommandFailure(unheard).message).\n",
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
