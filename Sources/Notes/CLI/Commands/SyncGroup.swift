import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// Sync with a server, and the conflicts that it leaves.
  static let sync = CommandFeature(
    Entry(.otherDevices, groups: [SyncGroup.self, ConflictsGroup.self])
  ) { binder in
    binder.screen(SyncNowCommand.Screen.init)
    binder.screen(SyncStatusCommand.Screen.init)
    binder.screen(SyncWatchCommand.Screen.init)
    binder.screen(ConflictsScreen.init)
  }
}

struct SyncGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync notes with your other devices.",
    discussion: """
      EXAMPLES:
        notesctl sync
        notesctl sync --mock-network /tmp/server.sqlite
        notesctl sync status
        notesctl sync watch --every 300

      Without a subcommand it syncs now; 'notesctl help sync now' shows the options. Notes edited \
      on two devices are merged. When both changed the same lines, both versions are kept as two \
      notes: see 'notesctl conflicts'.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    SyncNowCommand.self, SyncStatusCommand.self, SyncWatchCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = SyncNowCommand.self
}

/// The options that choose the connection to a vault.
struct NetworkOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("mock-network"),
    help: ArgumentHelp("Sync over a simulated network, with its server in FILE.", valueName: "file"),
    completion: .file())
  var mockNetwork: String?
}

struct SyncNowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "now", abstract: "Send and receive changes until up to date.",
    discussion: """
      EXAMPLES:
        notesctl sync
        notesctl sync --json
        notesctl sync --accept-deletions
        notesctl sync --keep-deleted

      An interrupted sync resumes where it stopped. A sync that would delete more than 20 notes and \
      more than a fifth of all notes stops first, until you choose: --accept-deletions deletes \
      them here too, --keep-deleted keeps them and restores them on the other devices.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var network: NetworkOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Flag(name: .customLong("accept-deletions"), help: "Apply pending deletions, however many.")
  var acceptsDeletions = false

  @Flag(name: .customLong("keep-deleted"), help: "Keep the notes of pending deletions.")
  var keepsDeleted = false

  @Flag(name: .customLong("retry-refused"), help: "Retry notes that the server rejected.")
  var retriesRefused = false

  @Flag(
    name: .customLong("replace-unreadable"),
    help: "Replace versions that cannot be read here with the notes of this device.")
  var replacesUnreadable = false

  var needs: CommandNeeds { CommandNeeds(mockNetwork: network.mockNetwork) }

  struct Screen: Sendable {
    let sync: SyncViewModel
    let wallClock: any WallClock
    let console: any Console
  }

  func validate() throws {
    if acceptsDeletions, keepsDeleted {
      throw Self.usage("--accept-deletions and --keep-deleted cannot be used together.")
    }
  }

  func run(on screen: Screen) async throws {
    let progress = SyncProgressLine.follow(screen.sync, console: screen.console, wallClock: screen.wallClock)
    await screen.sync.sync(
      SyncRequest(
        deletions: acceptsDeletions ? .accept : keepsDeleted ? .keep : .ask, retriesRefused: retriesRefused,
        replacesUnreadable: replacesUnreadable))
    await progress?.value
    let state = screen.sync.state
    try state.phase.check()
    guard let summary = state.summary, let status = state.status else { return }
    if machine.isRequested {
      try screen.console.write(machine.text(.sync(summary, status)), to: .output)
    } else {
      try screen.console.write("\(SyncText.line(summary, status))\n", to: .notice)
    }
    for line in SyncAdvice.lines(summary, status) { try screen.console.write(line + "\n", to: .error) }
  }
}

struct SyncStatusCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "status", abstract: "Show pending changes without contacting the server.",
    discussion: """
      EXAMPLES:
        notesctl sync status
        notesctl sync status --json --fields pending,conflicts
        notesctl sync status --exit-code || notesctl sync
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Flag(name: .customLong("exit-code"), help: "Exit with status 1 if changes are pending, skipped, or need a decision.")
  var hasExitCode = false

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let sync: SyncViewModel
    let account: AccountViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let state = try await screen.sync.run { await $0.loadStatus() }
    guard let status = state.status else { return }
    await screen.account.load()
    let credentials = screen.account.state.credentials
    let text =
      machine.isRequested
      ? try machine.text(.syncStatus(status, credentials))
      : SyncStatusPage(times: screen.times).text(status, credentials, shortIDs: state.shortIDs)
    try screen.console.write(text, to: .output)
    if let failure = screen.account.state.phase.failure {
      try screen.console.write("\(.failure, "Cannot sync:") \(CommandFailure(failure).message).\n", to: .error)
    }
    let isAtRest = status.pending == 0 && status.blocked.isEmpty && status.deletionBrake == nil
    if hasExitCode, !isAtRest { throw ExitStatus.exitCode }
  }
}

struct SyncWatchCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "watch", abstract: "Sync whenever something changes, until Ctrl-C.",
    discussion: """
      EXAMPLES:
        notesctl sync watch
        notesctl sync watch --every 300

      A change on this or another device is synced within about a second, and at the latest after \
      the interval of --every. It prints a line for each sync that changed something. After a \
      temporary failure, such as a lost network, it retries when a note changes here and at \
      growing intervals of up to 15 minutes, or longer if the server requests it. It can be \
      stopped at any time.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var network: NetworkOptions
  var screen = Injected<Screen>()

  // Optional, although there is a default: the parser would format the default on every start.
  @Option(help: ArgumentHelp("The maximum interval between syncs, in seconds. (default: 60)", valueName: "seconds"))
  var every: Int?

  var needs: CommandNeeds { CommandNeeds(mockNetwork: network.mockNetwork) }

  struct Screen: Sendable {
    let sync: SyncViewModel
    let times: TimeText
    let wallClock: any WallClock
    let console: any Console
  }

  func validate() throws {
    if let every, !(1...604_800).contains(every) { throw Self.usage("--every takes 1 to 604800 seconds.") }
  }

  func run(on screen: Screen) async throws {
    var report = WatchReport(times: screen.times, wallClock: screen.wallClock, console: screen.console)
    try await screen.sync.watch(every: .seconds(every ?? 60)) { state throws(ConsoleError) in
      try report.show(state)
      guard screen.console.hasReader else { throw .closedPipe }
    }
    if let failure = screen.sync.state.phase.failure, !Task.isCancelled { throw failure }
  }
}
