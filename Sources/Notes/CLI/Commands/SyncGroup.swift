import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct SyncGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring notes to your other devices, and theirs here.",
    discussion: """
      EXAMPLES:
        notesctl sync
        notesctl sync --mock-network /tmp/server.sqlite
        notesctl sync status
        notesctl sync watch --every 300

      Without a subcommand it syncs now; 'notesctl help sync now' shows the options. Notes that \
      were edited on two devices are merged. Where both changed the same lines, both texts are \
      kept, in two notes: see 'notesctl conflicts'.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    SyncNowCommand.self, SyncStatusCommand.self, SyncWatchCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = SyncNowCommand.self
}

/// The options that choose the way to a vault.
struct NetworkOptions: ParsableArguments, Sendable {
  /// The file with the server of a demonstration network.
  @Option(
    name: .customLong("mock-network"),
    help: ArgumentHelp("Sync over a network for demonstrations, with its server in FILE.", valueName: "file"),
    completion: .file())
  var mockNetwork: String?
}

struct SyncNowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    _superCommandName: "notesctl sync",
    abstract: "Send and receive until both sides know the same.",
    discussion: """
      EXAMPLES:
        notesctl sync
        notesctl sync --json
        notesctl sync --accept-deletions
        notesctl sync --keep-deleted

      A sync that stops goes on from there when it is run again. One that would delete more than \
      20 notes here, and more than a fifth of them, stops before it does, and stays so until you \
      say which: --accept-deletions deletes them here as well, --keep-deleted keeps them and \
      brings them back to the others.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var network: NetworkOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Flag(name: .customLong("accept-deletions"), help: "Delete here what was deleted elsewhere, however much.")
  var acceptsDeletions = false

  @Flag(name: .customLong("keep-deleted"), help: "Keep what was deleted elsewhere, where many deletions wait.")
  var keepsDeleted = false

  @Flag(name: .customLong("retry-refused"), help: "Try notes again that the server refused.")
  var retriesRefused = false

  var mockNetwork: String? { network.mockNetwork }

  struct Screen: Sendable {
    let sync: SyncViewModel
    let clock: any WallClock
    let console: any Console
  }

  func validate() throws {
    if acceptsDeletions, keepsDeleted { throw Self.usage("--accept-deletions and --keep-deleted exclude each other.") }
  }

  func run(on screen: Screen) async throws {
    let progress = SyncProgressLine.follow(screen.sync, console: screen.console, clock: screen.clock)
    await screen.sync.sync(
      SyncRequest(
        deletions: acceptsDeletions ? .accept : keepsDeleted ? .keep : .ask, retriesRefused: retriesRefused))
    await progress?.value
    let state = screen.sync.state
    if let failure = state.phase.failure { throw failure }
    guard let summary = state.summary, let status = state.status else { return }
    if machine.isRequested {
      try screen.console.write(StyledText(trusted: try machine.text(.sync(summary, status))), to: .output)
    } else {
      try screen.console.write(SyncText.line(summary) + "\n", to: .notice)
    }
    for line in SyncText.advice(summary, status) { try screen.console.write(line + "\n", to: .error) }
  }
}

struct SyncStatusCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    _superCommandName: "notesctl sync",
    abstract: "Show what sync has left to do, without asking the server.",
    discussion: """
      EXAMPLES:
        notesctl sync status
        notesctl sync status --json --fields pending,conflicts
        notesctl sync status --exit-code || notesctl sync
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Flag(
    name: .customLong("exit-code"),
    help: "End with status 1 when changes are pending, left out, or wait for a decision.")
  var hasExitCode = false

  struct Screen: Sendable {
    let sync: SyncViewModel
    let account: AccountViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.sync.loadStatus()
    let state = screen.sync.state
    if let failure = state.phase.failure { throw failure }
    guard let status = state.status else { return }
    screen.account.load()
    let credentials = screen.account.state.credentials
    let text =
      machine.isRequested
      ? StyledText(trusted: try machine.text(.syncStatus(status, credentials)))
      : SyncStatusPage(times: screen.times).text(status, credentials, shortIDs: state.shortIDs)
    try screen.console.write(text, to: .output)
    if let failure = screen.account.state.phase.failure {
      try screen.console.write("\(.failure, "Cannot sync:") \(CommandFailure(failure).message).\n", to: .error)
    }
    let isAtRest = status.pending == 0 && status.blocked.isEmpty && status.brake == nil
    if hasExitCode, !isAtRest { throw ExitStatus.exitCode }
  }
}

struct SyncWatchCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    _superCommandName: "notesctl sync",
    abstract: "Sync whenever something changes, until Ctrl-C.",
    discussion: """
      EXAMPLES:
        notesctl sync watch
        notesctl sync watch --every 300

      A change on this device or on another is carried over within about a second, and at the \
      latest after the time of --every. Prints a line for each sync that did something. After a failure that may pass by itself, as \
      when there is no network, it tries again, less often each time, at least every 15 minutes \
      unless the server asks for more, and when a note changes here. It may be stopped at any moment.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var network: NetworkOptions
  var screen = Injected<Screen>()

  // Optional, like all options that have a default: the parser would put the default into words on every start.
  @Option(help: ArgumentHelp("Wait so long at most between two syncs, in seconds. (default: 60)", valueName: "seconds"))
  var every: Int?

  var mockNetwork: String? { network.mockNetwork }

  struct Screen: Sendable {
    let sync: SyncViewModel
    let times: TimeText
    let clock: any WallClock
    let console: any Console
  }

  func validate() throws {
    if let every, !(1...604_800).contains(every) { throw Self.usage("--every takes 1 to 604800 seconds.") }
  }

  func run(on screen: Screen) async throws {
    var report = WatchReport(times: screen.times, clock: screen.clock, console: screen.console)
    try await screen.sync.watch(every: (every ?? 60) * 1000) { state throws(ConsoleError) in try report.show(state) }
    if let failure = screen.sync.state.phase.failure, !Task.isCancelled { throw failure }
  }
}
