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
      cannot be reached it is forgotten here only, and you are told.
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
    guard case .signedOut(let credentials, let unheard) = screen.account.state.outcome else { return }
    try screen.console.write(
      "Signed out\(credentials.map { " of \($0.server.description)" as StyledText } ?? "").  \(.dim, "Your notes stay here.")\n",
      to: .notice)
    guard let unheard else { return }
    let device = credentials.map { $0.device.description } ?? "DEVICE"
    try screen.console.write(
      """
      The server does not know yet: \(CommandFailure(unheard).message).
        From another device: notesctl revoke \(raw: device)

      """, to: .error)
  }
}
