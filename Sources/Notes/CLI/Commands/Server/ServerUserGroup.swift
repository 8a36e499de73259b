import ArgumentParser
import NotesDomain
import Wiring

struct ServerUserGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "user",
    _superCommandName: "notesctl server",
    abstract: "Say who may keep notes on a server.",
    discussion: """
      EXAMPLES:
        notesctl server user
        notesctl server user add ada
        notesctl server user password ada
        notesctl server user remove ada

      Without a subcommand the accounts are listed.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    ServerUserListCommand.self, ServerUserAddCommand.self, ServerUserPasswordCommand.self,
    ServerUserRemoveCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = ServerUserListCommand.self
}

struct ServerUserListCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    _superCommandName: "notesctl server user",
    abstract: "List the accounts, with what they hold.",
    discussion: """
      EXAMPLES:
        notesctl server user list
        notesctl server user list --json | jq -r '.[] | select(.devices == []) | .name'
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let accounts = try await screen.accounts.accounts()
    if machine.isRequested {
      let text = try machine.text(accounts.map(JSONValue.account), like: .accountExample)
      return try screen.console.write(StyledText(trusted: text), to: .output)
    }
    guard !accounts.isEmpty else {
      return try screen.console.write(
        "There are no accounts.  \(.dim, "Add one: notesctl server user add NAME")\n", to: .notice)
    }
    try screen.console.write(AccountTable(times: screen.times).text(accounts), to: .output)
  }
}

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

  static let createsServerStore = true

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

struct ServerUserRemoveCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    _superCommandName: "notesctl server user",
    abstract: "Remove an account, with everything in its vault.",
    discussion: """
      EXAMPLES:
        notesctl server user remove ada
        notesctl server user remove ada --force

      It asks for the name once more. What the account's devices hold stays there.
      """,
    aliases: ["rm"])

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Flag(help: "Do not ask.")
  var force = false

  @Argument(help: ArgumentHelp("The account's name.", valueName: "name"))
  var name: String

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let name = try AccountArgument.name(name)
    guard try await isConfirmed(name, screen) else {
      return try screen.console.write("Nothing was removed.\n", to: .notice)
    }
    try await screen.accounts.remove(name)
    try screen.console.write("Removed \(.title, name.text), with its vault.\n", to: .notice)
  }

  private func isConfirmed(_ name: AccountName, _ screen: Screen) async throws -> Bool {
    if force { return true }
    guard screen.console.isInputTerminal else {
      throw CommandFailure(
        "removing an account needs a yes, and there is no terminal to ask", hints: ["say --force"], status: .usage)
    }
    // Who has nothing to remove shall not be asked.
    guard let overview = try await screen.accounts.accounts().first(where: { $0.account.name == name }) else {
      throw AccountError.unknownAccount
    }
    let answer = try screen.console.ask(
      "\(Plural.notes(overview.size.notes)) will be gone from the server. Type the account's name to remove it: ")
    return answer == name.text
  }
}
