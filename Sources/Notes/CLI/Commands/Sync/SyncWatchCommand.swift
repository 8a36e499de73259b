import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

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
