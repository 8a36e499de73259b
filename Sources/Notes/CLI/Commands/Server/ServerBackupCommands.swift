import ArgumentParser
import NotesDomain
import Wiring

struct ServerBackupCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "backup", abstract: "Back up a server's store, even while the server runs.",
    discussion: """
      EXAMPLES:
        notesctl server backup notes-2026-11-21.sqlite

      The copy is verified before it gets its name, and nothing is overwritten. It contains \
      everything, including password hashes and device tokens: store it where others cannot read it.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerStoreScreen>()

  @Argument(help: ArgumentHelp("The file to create.", valueName: "file"), completion: .file())
  var file: String

  func run(on screen: ServerStoreScreen) async throws {
    try await screen.maintenance.backUp(to: file)
    try screen.console.write(
      "Backed up the store to \(file).  \(.dim, "To restore it: notesctl server restore FILE")\n", to: .notice)
  }
}

struct ServerRestoreCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "restore", abstract: "Restore a server's store from a backup.",
    discussion: """
      EXAMPLES:
        notesctl server restore notes-2026-11-21.sqlite

      Stop the server first. The previous store is kept next to it. Devices detect that the server \
      was restored, and send again what they sent since the backup.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerStoreScreen>()

  @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
  var file: String

  var needs: CommandNeeds { .server(server, createsStore: true) }

  func run(on screen: ServerStoreScreen) async throws {
    let replaced: String?
    do throws(MaintenanceError) {
      replaced = try await screen.maintenance.restore(from: file)
    } catch {
      throw CommandFailure(error, restoring: file)
    }
    var line: StyledText = "Restored the store from \(file)."
    if let replaced { line += "  \(.dim, "The previous store is in \(replaced)")" }
    line +=
      "\nPasswords and signed-in devices are those of the backup: sign out again what was signed out since then.\n"
    try screen.console.write(line, to: .notice)
  }
}
