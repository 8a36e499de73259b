import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

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
    guard case .signedOut(let credentials, let unheard, let unsound) = screen.account.state.outcome else { return }
    try screen.console.write(
      "Signed out\(credentials.map { " of \($0.server.description)" as StyledText } ?? "").  \(.dim, "Your notes stay here.")\n",
      to: .notice)
    if let unsound { try screen.console.write("Look out: \(CommandFailure(unsound).message).\n", to: .error) }
    let device = credentials.map { $0.device.description } ?? "DEVICE"
    if let unheard {
      try screen.console.write("The server does not know yet: \(CommandFailure(unheard).message).\n", to: .error)
    } else if credentials == nil {
      try screen.console.write("The server does not know, since the token could not be read.\n", to: .error)
    } else {
      return
    }
    try screen.console.write("  From another device: notesctl revoke \(raw: device)\n", to: .error)
  }
}
