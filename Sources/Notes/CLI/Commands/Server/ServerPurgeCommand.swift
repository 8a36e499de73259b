import ArgumentParser
import NotesDomain
import Wiring

struct ServerPurgeCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    _superCommandName: "notesctl server",
    abstract: "Forget what was deleted long ago.",
    discussion: """
      EXAMPLES:
        notesctl server purge
        notesctl server purge ada --keep 0

      A deleted note leaves a tombstone, a few dozen bytes, so that each device hears of it. Those of \
      a vault's last 1000 changes stay. A device that is further behind reads the whole vault anew; \
      nothing is lost by that.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Option(help: ArgumentHelp("Keep the tombstones of a vault's last N changes (default: 1000).", valueName: "n"))
  var keep: UInt32 = 1000

  @Argument(help: ArgumentHelp("The accounts; all of them where none is named.", valueName: "name"))
  var names: [String] = []

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    var names = try names.map(AccountArgument.name)
    if names.isEmpty { names = try await screen.accounts.accounts().map(\.account.name) }
    var forgotten = 0
    for name in names { forgotten += try await screen.accounts.purge(name, keepingLast: Int(keep)) }
    try screen.console.write("Forgot \(Plural.tombstones(forgotten)).\n", to: .notice)
  }
}
