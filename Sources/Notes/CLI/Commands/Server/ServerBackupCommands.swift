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

struct ServerRestoreCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    _superCommandName: "notesctl server",
    abstract: "Put a backup in the place of a server's store.",
    discussion: """
      EXAMPLES:
        notesctl server restore notes-2026-11-21.sqlite

      The server must not run. The store that was there is kept beside it. Devices notice that the \
      server went back in time, and send once more what they sent since the backup.
      """)

  static let createsServerStore = true

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
  var file: String

  struct Screen: Sendable {
    let maintenance: any ServerMaintenance
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let replaced: String?
    do throws(MaintenanceError) {
      replaced = try await screen.maintenance.restore(from: file)
    } catch {
      throw CommandFailure(error, restoring: file)
    }
    var line: StyledText = "The store is as it was in \(file)."
    if let replaced { line += "  \(.dim, "What was there before is kept in \(replaced)")" }
    try screen.console.write(line + "\n", to: .notice)
  }
}
