import ArgumentParser
import NotesDomain
import NotesHosting
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
      throw CommandFailure(error, restoringServer: file)
    }
    var line: StyledText = "Restored the store from \(file)."
    if let replaced { line += "  \(.dim, "The previous store is in \(replaced)")" }
    line +=
      "\nPasswords and signed-in devices are those of the backup: sign out again what was signed out since then.\n"
    try screen.console.write(line, to: .notice)
  }
}

struct ServerAfterRestoreCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "after-restore", abstract: "Let devices notice that a store was restored by other tools.",
    discussion: """
      EXAMPLES:
        notesctl server after-restore --store postgres://db/notes
        notesctl server after-restore --store postgres://db/notes --keep-epochs

      Run it after pg_restore, a recovery to an earlier time, or the promotion of a standby: servers \
      refuse such a database until then. They do not notice that the folder of its data was \
      replaced by an earlier copy: then run it before they start. Devices send again what the store \
      lacks. With --keep-epochs they do not look, for a synchronous standby that has everything.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerStoreScreen>()

  @Flag(help: "Nothing was lost: do not make devices look for what the store lacks.")
  var keepEpochs = false

  func run(on screen: ServerStoreScreen) async throws {
    let count = try await screen.maintenance.acceptRestored(keepingEpochs: keepEpochs)
    let line: StyledText =
      keepEpochs
      ? "Servers may use the store again, with \(.count(count, "vault")) as before.\n"
      : "Servers may use the store again. The devices of \(.count(count, "vault")) will send what it lacks.\n"
    try screen.console.write(line, to: .notice)
  }
}

struct ServerMigrateCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "migrate", abstract: "Bring a server's store to the version of this program.",
    discussion: """
      EXAMPLES:
        notesctl server migrate --store postgres://owner@db/notes

      Servers do so when they start, if their user may change tables. Servers of the version \
      before can go on meanwhile, so that they can be replaced one after the other.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerStoreScreen>()

  var needs: CommandNeeds { .server(server, createsStore: true) }

  func run(on screen: ServerStoreScreen) async throws {
    let versions = try await screen.maintenance.migrate()
    let line: StyledText =
      versions.before == versions.after
      ? "The store has version \(versions.after) already.\n"
      : "Brought the store from version \(versions.before) to \(versions.after).\n"
    try screen.console.write(line, to: .notice)
  }
}

struct ServerMoveCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "move", abstract: "Move a server to another store: from a file to a database, or back.",
    discussion: """
      EXAMPLES:
        notesctl server move postgres://db/notes
        notesctl server move --store postgres://db/notes server.sqlite

      Stop all servers first: a store that one uses is refused. Everything is copied into the other \
      store, which must be empty, and then read back and compared. The store itself does not \
      change: keep it until the server runs on the other one. Devices notice nothing.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Argument(
    help: ArgumentHelp("The other store: a file, or postgres://HOST/DATABASE.", valueName: "store"),
    completion: .file())
  var destination: String

  var needs: CommandNeeds {
    var needs = CommandNeeds.server(server)
    needs.moveDestination = destination
    return needs
  }

  struct Screen: Sendable {
    let mover: any ServerStoreMover
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let moved = try await screen.mover.move()
    try screen.console.write(
      """
      Copied \(.count(moved.accounts, "account")) with \(.count(moved.devices, "device")), \
      \(.count(moved.items, "note")) and \(.count(moved.blobs, "attachment")), and compared them.
      Start the server with --store \(destination).

      """, to: .notice)
  }
}
