import ArgumentParser
import NotesDomain
import Wiring

struct ServerUserAddCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    _superCommandName: "notesctl server user",
    abstract: "Add an account, with an empty vault.",
    discussion: """
      EXAMPLES:
        notesctl server user add ada
        notesctl server user add ada --password-file ada.txt
        pwgen 20 1 | tee /dev/tty | notesctl server user add ada

      The password is asked for twice. It has 10 bytes or more; nothing else is demanded of it.
      """)

  static let makesServerStore = true

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  @OptionGroup var password: PasswordOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The account's name: lower-case letters, digits and .-_@+", valueName: "name"))
  var name: String

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let name = try AccountArgument.name(name)
    let account = try await screen.accounts.add(
      name, password: AccountArgument.newPassword(of: name, password, screen.console))
    try screen.console.write("Added \(.title, account.name.text).", to: .notice)
    try screen.console.write("  \(.dim, "On a device: notesctl login SERVER --name \(account.name)")\n", to: .notice)
  }
}
