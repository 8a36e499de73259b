import ArgumentParser
import NotesDomain
import Wiring

struct ServerBackupCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    _superCommandName: "notesctl server",
    abstract: "Copy a server's store, also while the server runs.",
    discussion: """
      EXAMPLES:
        notesctl server backup notes-2026-11-21.sqlite

      The copy is checked before it gets its name, and nothing is overwritten. It holds everything, \
      also what passwords and devices are known by: keep it where others cannot read it.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
  var file: String

  struct Screen: Sendable {
    let maintenance: any ServerMaintenance
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    try await screen.maintenance.backUp(to: file)
    try screen.console.write(
      "The backup is in \(file).  \(.dim, "To go back to it: notesctl server restore FILE")\n", to: .notice)
  }
}
