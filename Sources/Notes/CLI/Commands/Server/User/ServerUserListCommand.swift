import ArgumentParser
import NotesDomain
import Wiring

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
  @OptionGroup var machine: MachineFormat

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let accounts = try await screen.accounts.accounts()
    if machine.isWanted {
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
