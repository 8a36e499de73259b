import ArgumentParser
import NotesDomain
import Wiring

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
