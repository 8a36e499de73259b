import ArgumentParser
import NotesDomain
import NotesFronts
import NotesHosting
import NotesViewModels
import Wiring

extension CommandFeature {
  /// A server, and its administration.
  static let server = CommandFeature(
    Entry(.server, groups: [ServerGroup.self], commands: [ServeCommand.self]), in: .server
  ) { binder in
    binder.screen(ServeCommand.Screen.init)
    binder.screen(ServerUserScreen.init)
    binder.screen(ServerStoreScreen.init)
    binder.screen(ServerMoveCommand.Screen.init)
    binder.screen(ServerPurgeCommand.Screen.init)
    binder.screen(ServerHealthCommand.Screen.init)
    binder.screen(ServerAuditCommand.Screen.init)
  }
}

struct ServerGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Administer a server: its accounts, its store, its backups.",
    discussion: """
      EXAMPLES:
        notesctl server user add ada
        notesctl server health
        notesctl server stats
        notesctl server backup notes-2026-11-21.sqlite

      These commands work on the server's store; all except restore and move work while the \
      server runs. Only health contacts the server itself.
      """,
    subcommands: subcommands)

  static let commands: [any NotesctlCommand.Type] = [
    ServerHealthCommand.self, ServerStatsCommand.self, ServerAuditCommand.self, ServerKeyringCommand.self,
    ServerPurgeCommand.self, ServerBackupCommand.self, ServerRestoreCommand.self, ServerAfterRestoreCommand.self,
    ServerMigrateCommand.self, ServerMoveCommand.self,
  ]
  static let groups: [any NotesctlGroup.Type] = [ServerUserGroup.self]
}

/// A command for the operator of a server.
protocol ServerCommand: NotesctlCommand {
  var server: ServerStoreOptions { get }
}

extension ServerCommand {
  var needs: CommandNeeds { .server(server) }
}

extension CommandNeeds {
  /// Returns the needs of a command on a server's store.
  static func server(
    _ server: ServerStoreOptions, createsStore: Bool = false, usesFiles: Bool = true,
    options: ServerOptions = ServerOptions()
  ) -> CommandNeeds {
    CommandNeeds(
      composition: .server, usesFiles: usesFiles, serverStore: server.store, createsServerStore: createsStore,
      serverOptions: options)
  }
}

/// The option that chooses the server.
struct ServerStoreOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Use the server's store STORE: a file, or postgres://HOST/DATABASE (default: server.sqlite in the data directory).",
      valueName: "store"),
    completion: .file())
  var store: String?
}

/// The dependencies of the commands for a server's store.
struct ServerStoreScreen: Sendable {
  let maintenance: any ServerMaintenance
  let console: any Console
}

struct ServerHealthCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "health", abstract: "Check whether a server is ready.",
    discussion: """
      EXAMPLES:
        notesctl server health
        notesctl server health https://notes.example.org

      Contacts a running server, by default the one on this machine at the address in its settings. \
      The exit status is 0 if it is ready and another if not, for supervisors and scripts.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Option(
    help: ArgumentHelp("Read settings from FILE (default: server.yaml in the data directory).", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Argument(help: ArgumentHelp("The address of the server. (default: the one in its settings)", valueName: "server"))
  var address: String?

  // Uses no files, since supervisors often run without a home directory.
  var needs: CommandNeeds { .server(server, usesFiles: false, options: ServerOptions(file: config)) }

  struct Screen: Sendable {
    let configuration: any HostConfiguration
    let probe: any ServerProbe
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let text = try self.address ?? screen.configuration.localAddress()
    let address: ServerAddress
    do throws(ServerAddressError) {
      address = try ServerAddress(text, isLocal: self.address == nil)
    } catch {
      throw CommandFailure(AccountFailure.malformedServer(text, error))
    }
    do throws(TransportError) {
      try await screen.probe.check(address)
    } catch {
      // The hints for sync, that no data is lost, are omitted here.
      let failure = CommandFailure(error)
      let elsewhere: [StyledText] = self.address == nil ? ["or give its address: notesctl server health SERVER"] : []
      throw CommandFailure(failure.message, hints: Self.hints(for: error) + elsewhere, status: failure.status)
    }
    try screen.console.write("\("\(address)") is ready.\n", to: .error)
  }

  private static func hints(for error: TransportError) -> [StyledText] {
    switch error {
    case .untrusted: CommandFailure.remedies(for: error)
    case .misconfigured, .notConfigured, .credentials: []
    case .unreachable, .unavailable, .rateLimited, .unauthorized, .refused, .misaddressed, .unsupportedProtocol,
      .undecodable, .oversized, .encryption:
      ["check its log, or start it: notesctl serve"]
    }
  }
}

struct ServerStatsCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "stats", abstract: "Show statistics of a server.",
    discussion: """
      EXAMPLES:
        notesctl server stats
        notesctl server stats --json
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerStoreScreen>()
  @OptionGroup var machine: JSONOutputOptions

  func run(on screen: ServerStoreScreen) async throws {
    let statistics = try await screen.maintenance.statistics()
    let text =
      machine.isRequested
      ? try machine.text(.serverStatistics(statistics)) : page(statistics)
    try screen.console.write(text, to: .output)
  }

  private func page(_ statistics: ServerStatistics) -> StyledText {
    var text: StyledText = ""
    func add(_ label: String, _ value: String) { text += .row(label, "\(raw: value)", width: 14) }
    add("accounts", "\(statistics.accounts)")
    add("devices", "\(statistics.devices)")
    add("notes", "\(statistics.notes)")
    add("tombstones", "\(statistics.tombstones)")
    add("receipts", "\(statistics.receipts)")
    add("text", ByteCountText.of(statistics.noteBytes))
    if statistics.blobs > 0 { add("attachments", "\(statistics.blobs), \(ByteCountText.of(statistics.blobBytes))") }
    add("store", ByteCountText.of(statistics.storeBytes))
    add("version", "\(statistics.schema)")
    return text
  }
}

struct ServerPurgeCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "purge", abstract: "Purge old tombstones and attachments.",
    discussion: """
      EXAMPLES:
        notesctl server purge
        notesctl server purge ada --keep 0 --older-than 90
        notesctl server purge --forget-devices

      A deleted note leaves a tombstone of about a hundred bytes, so that every device learns of \
      the deletion. The tombstones of a vault's last 1000 changes are kept. A device that is further \
      behind downloads the whole vault again; no data is lost. Attachments that no note refers to \
      are deleted too, unless they were used in the last 30 days. With --forget-devices, so are the \
      receipts of devices that sent nothing in those changes; such a device goes on under another \
      name.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Option(help: ArgumentHelp("Keep the tombstones of a vault's last N changes.", valueName: "n"))
  var keep: UInt32 = 1000

  @Option(
    name: .customLong("older-than"),
    help: ArgumentHelp("Keep attachments used in the last DAYS days.", valueName: "days"))
  var days: UInt16 = 30

  @Flag(help: "Forget devices that sent nothing in a vault's last N changes.")
  var forgetDevices = false

  @Argument(help: ArgumentHelp("The accounts (default: all).", valueName: "name"))
  var names: [String] = []

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let maintenance: any ServerMaintenance
    let wallClock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    var names = try names.map(AccountArgument.name)
    if names.isEmpty { names = try await screen.accounts.accounts().map(\.account.name) }
    let cutoff = screen.wallClock.now() - .seconds(Int(days) * 86_400)
    var (tombstones, devices, blobs) = (0, 0, RemovedBlobs())
    for name in names {
      tombstones += try await screen.accounts.purge(name, keepingLast: Int(keep))
      if forgetDevices { devices += try await screen.accounts.forgetDevices(of: name, keepingLast: Int(keep)) }
      let removed = try await screen.accounts.removeOrphans(of: name, olderThan: cutoff)
      blobs = RemovedBlobs(count: blobs.count + removed.count, bytes: blobs.bytes + removed.bytes)
    }
    let freed = try await screen.maintenance.shrink()
    var line: StyledText = "Purged \(.count(tombstones, "tombstone"))"
    if devices > 0 { line += " and \(.count(devices, "device"))" }
    if blobs.count > 0 { line += " and \(.count(blobs.count, "attachment")), \(raw: ByteCountText.of(blobs.bytes))" }
    if freed > 0 { line += "; the store is \(raw: ByteCountText.of(freed)) smaller" }
    try screen.console.write(line + ".\n", to: .notice)
  }
}
