import ArgumentParser
import NotesDomain
import Wiring

struct ServerGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Look after a server: its accounts, its store, its backups.",
    discussion: """
      EXAMPLES:
        notesctl server user add ada
        notesctl server health
        notesctl server stats
        notesctl server backup notes-2026-11-21.sqlite

      These commands work on the server's store, on the machine where it is; all but restore also \
      while the server runs. Only health asks the server itself.
      """,
    subcommands: subcommands)

  static let commands: [any NotesctlCommand.Type] = [
    ServerHealthCommand.self, ServerStatsCommand.self, ServerPurgeCommand.self, ServerBackupCommand.self,
    ServerRestoreCommand.self,
  ]
  static let groups: [any NotesctlGroup.Type] = [ServerUserGroup.self]
  static let defaultCommand: (any NotesctlCommand.Type)? = nil
}

/// A command for the one who runs a server.
protocol ServerCommand: NotesctlCommand {
  var server: ServerStoreOptions { get }
}

extension ServerCommand {
  static var composition: Composition { .server }

  var serverStore: String? { server.store }
}

/// The option that says which server is meant.
struct ServerStoreOptions: ParsableArguments, Sendable {
  /// The file with the server's accounts and vaults, instead of the one in the data directory.
  @Option(
    help: ArgumentHelp("Use the server's store FILE (default: server.sqlite beside the notes).", valueName: "file"),
    completion: .file())
  var store: String?
}

struct ServerHealthCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    _superCommandName: "notesctl server",
    abstract: "Find out whether a server does its work.",
    discussion: """
      EXAMPLES:
        notesctl server health
        notesctl server health https://notes.example.org

      Asks a server that runs, by default the one on this machine, where its settings say that it \
      listens. The status is 0 when it is ready, and another one when it is not, for supervisors \
      and scripts.
      """)

  /// What watches over a server often runs without a home.
  static var usesFiles: Bool { false }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Option(
    help: ArgumentHelp("Read settings from FILE (default: server.yaml beside the notes).", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Argument(help: ArgumentHelp("Where the server is. (default: where its settings say)", valueName: "server"))
  var address: String?

  var serverOptions: ServerOptions { ServerOptions(file: config) }

  struct Screen: Sendable {
    let configuration: any HostConfiguration
    let probe: any ServerProbe
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let text = try self.address ?? screen.configuration.localAddress()
    let address: ServerAddress
    do throws(ServerAddressError) {
      address = try ServerAddress(text, isOwn: self.address == nil)
    } catch {
      throw CommandFailure(malformedServer: text, error)
    }
    do throws(TransportError) {
      try await screen.probe.ask(address)
    } catch {
      // What is said of sync there, that nothing is lost, goes without saying here.
      let failure = CommandFailure(error)
      let elsewhere: [StyledText] = self.address == nil ? ["or say where it is: notesctl server health SERVER"] : []
      throw CommandFailure(failure.message, hints: Self.hints(for: error) + elsewhere, status: failure.status)
    }
    try screen.console.write("\("\(address)") is ready.\n", to: .error)
  }

  private static func hints(for error: TransportError) -> [StyledText] {
    switch error {
    case .untrusted: [CommandFailure.trust]
    case .misconfigured, .notConfigured, .credentials: []
    case .unreachable, .unavailable, .rateLimited, .unauthorized, .refused, .unsupportedProtocol, .undecodable,
      .oversized:
      ["look at its log, and start it: notesctl serve"]
    }
  }
}

struct ServerStatsCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    _superCommandName: "notesctl server",
    abstract: "Show how much a server keeps.",
    discussion: """
      EXAMPLES:
        notesctl server stats
        notesctl server stats --json
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  struct Screen: Sendable {
    let maintenance: any ServerMaintenance
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let statistics = try await screen.maintenance.statistics()
    let text =
      machine.isRequested
      ? StyledText(trusted: try machine.text(.serverStatistics(statistics)))
      : Table(statistics).text
    try screen.console.write(text, to: .output)
  }

  private struct Table {
    private(set) var text: StyledText = ""

    init(_ statistics: ServerStatistics) {
      add("accounts", "\(statistics.accounts)")
      add("devices", "\(statistics.devices)")
      add("notes", "\(statistics.notes)")
      add("tombstones", "\(statistics.tombstones)")
      add("receipts", "\(statistics.receipts)")
      add("text", ByteCountText.of(statistics.noteBytes))
      if statistics.blobs > 0 { add("attachments", "\(statistics.blobs), \(ByteCountText.of(statistics.blobBytes))") }
      add("store", ByteCountText.of(statistics.storeBytes))
      add("version", "\(statistics.schema)")
    }

    private mutating func add(_ name: String, _ value: String) {
      text += "\(.dim, name + String(repeating: " ", count: max(0, 14 - name.count)))\(value)\n"
    }
  }
}

struct ServerPurgeCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    _superCommandName: "notesctl server",
    abstract: "Forget what was deleted long ago.",
    discussion: """
      EXAMPLES:
        notesctl server purge
        notesctl server purge ada --keep 0 --older-than 90

      A deleted note leaves a tombstone, a few dozen bytes, so that each device hears of it. Those of \
      a vault's last 1000 changes stay. A device that is further behind reads the whole vault anew; \
      nothing is lost by that. Attachments that no note refers to go with them, unless a device had \
      to do with them in the last 30 days.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Option(help: ArgumentHelp("Keep the tombstones of a vault's last N changes.", valueName: "n"))
  var keep: UInt32 = 1000

  @Option(
    name: .customLong("older-than"),
    help: ArgumentHelp("Keep attachments of the last DAYS days.", valueName: "days"))
  var days: UInt16 = 30

  @Argument(help: ArgumentHelp("The accounts; all of them where none is named.", valueName: "name"))
  var names: [String] = []

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let clock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    var names = try names.map(AccountArgument.name)
    if names.isEmpty { names = try await screen.accounts.accounts().map(\.account.name) }
    let moment = Timestamp(
      millisecondsSince1970: screen.clock.now().millisecondsSince1970 - Int64(days) * 86_400_000)
    var (tombstones, blobs) = (0, RemovedBlobs())
    for name in names {
      tombstones += try await screen.accounts.purge(name, keepingLast: Int(keep))
      let removed = try await screen.accounts.removeOrphans(of: name, olderThan: moment)
      blobs = RemovedBlobs(count: blobs.count + removed.count, bytes: blobs.bytes + removed.bytes)
    }
    var line: StyledText = "Forgot \(Plural.tombstones(tombstones))"
    if blobs.count > 0 { line += " and \(Plural.attachments(blobs.count)), \(raw: ByteCountText.of(blobs.bytes))" }
    try screen.console.write(line + ".\n", to: .notice)
  }
}
