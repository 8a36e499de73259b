import ArgumentParser
import NotesDomain
import Wiring

struct ServerUserPasswordCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    _superCommandName: "notesctl server user",
    abstract: "Set an account's password, and sign all of its devices out.",
    discussion: """
      EXAMPLES:
        notesctl server user password ada

      Nothing is lost on the devices: once they are signed in again, they go on where they were.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  @OptionGroup var password: PasswordOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The account's name.", valueName: "name"))
  var name: String

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let name = try AccountArgument.name(name)
    try await screen.accounts.setPassword(
      of: name, to: AccountArgument.newPassword(of: name, password, screen.console))
    try screen.console.write(
      "\(.title, name.text) has a new password, and all of its devices are signed out.\n", to: .notice)
  }
}
