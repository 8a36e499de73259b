import ArgumentParser
import NotesDomain
import NotesHosting
import NotesViewModels
import Wiring

struct ServerUserGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Manage the accounts of a server.",
    discussion: """
      EXAMPLES:
        notesctl server user
        notesctl server user add ada
        notesctl server user password ada
        notesctl server user remove ada

      Without a subcommand it lists the accounts.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    ServerUserListCommand.self, ServerUserAddCommand.self, ServerUserPasswordCommand.self,
    ServerUserRemoveCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = ServerUserListCommand.self
}

/// The dependencies of the commands for a server's accounts.
struct ServerUserScreen: Sendable {
  let accounts: any AccountAdministration
  let times: TimeText
  let console: any Console
}

struct ServerUserListCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List the accounts with their notes and devices.",
    discussion: """
      EXAMPLES:
        notesctl server user list
        notesctl server user list --json | jq '.[] | select(.devices == [])'
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerUserScreen>()
  @OptionGroup var machine: JSONOutputOptions

  func run(on screen: ServerUserScreen) async throws {
    let accounts = try await screen.accounts.accounts()
    if machine.isRequested {
      return try screen.console.write(machine.text(accounts, .account), to: .output)
    }
    guard !accounts.isEmpty else {
      return try screen.console.write("No accounts.  \(.dim, "Add one: notesctl server user add NAME")\n", to: .notice)
    }
    try screen.console.write(AccountTable(times: screen.times).text(accounts), to: .output)
  }
}

struct ServerUserAddCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "add", abstract: "Add an account, with an empty vault.",
    discussion: """
      EXAMPLES:
        notesctl server user add ada
        notesctl server user add ada --password-file ada.txt
        pwgen 20 1 | tee /dev/tty | notesctl server user add ada

      The password is asked for twice. It must have at least 10 bytes, and be neither common nor \
      little more than a name; there are no other rules.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  @OptionGroup var password: PasswordOptions
  var screen = Injected<ServerUserScreen>()

  @Argument(help: ArgumentHelp("The account's name: lower-case letters, digits and .-_@+", valueName: "name"))
  var name: String

  var needs: CommandNeeds { .server(server, createsStore: true) }

  func run(on screen: ServerUserScreen) async throws {
    let name = try AccountArgument.name(name)
    let account = try await screen.accounts.add(
      name, password: AccountArgument.newPassword(of: name, password, screen.console))
    try screen.console.write("Added \(.title, account.name.text).", to: .notice)
    try screen.console.write("  \(.dim, "On a device: notesctl login SERVER --name \(account.name)")\n", to: .notice)
  }
}

struct ServerUserPasswordCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "password", abstract: "Set an account's password and sign out all of its devices.",
    discussion: """
      EXAMPLES:
        notesctl server user password ada

      The devices lose no data: they continue where they were after signing in again.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  @OptionGroup var password: PasswordOptions
  var screen = Injected<ServerUserScreen>()

  @Argument(help: ArgumentHelp("The account's name.", valueName: "name"))
  var name: String

  func run(on screen: ServerUserScreen) async throws {
    let name = try AccountArgument.name(name)
    try await screen.accounts.setPassword(of: name, to: AccountArgument.newPassword(of: name, password, screen.console))
    try screen.console.write(
      "\(.title, name.text) has a new password, and all of its devices are signed out.\n", to: .notice)
  }
}

struct ServerUserRemoveCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "remove", abstract: "Remove an account and everything in its vault.",
    discussion: """
      EXAMPLES:
        notesctl server user remove ada
        notesctl server user remove ada --force

      It asks for the name as confirmation. The notes on the account's devices stay there. Other \
      accounts are served meanwhile. If it is stopped, the account is gone, and server purge \
      removes what is left of its notes.
      """,
    aliases: ["rm"])

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerUserScreen>()

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Argument(help: ArgumentHelp("The account's name.", valueName: "name"))
  var name: String

  func run(on screen: ServerUserScreen) async throws {
    let name = try AccountArgument.name(name)
    guard try await isConfirmed(name, screen) else {
      return try screen.console.write("Nothing was removed.\n", to: .notice)
    }
    try await screen.accounts.remove(name)
    try screen.console.write("Removed \(.title, name.text) and its vault.\n", to: .notice)
  }

  private func isConfirmed(_ name: AccountName, _ screen: ServerUserScreen) async throws -> Bool {
    if force { return true }
    try screen.console.requireTerminal(for: "removing an account")
    // Looked up first, so that a missing account fails before the prompt.
    guard let overview = try await screen.accounts.accounts().first(where: { $0.account.name == name }) else {
      throw AccountError.unknownAccount
    }
    let answer = try screen.console.ask(
      "This deletes \(.count(overview.size.notes, "note")) from the server. Type the account name to confirm: ")
    return answer == name.text
  }
}
