import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

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
  @OptionGroup var machine: MachineFormat

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
    if machine.isWanted {
      try screen.console.write(StyledText(trusted: try machine.text(.sync(summary, status))), to: .output)
    } else {
      try screen.console.write(SyncText.line(summary) + "\n", to: .notice)
    }
    for line in SyncText.advice(summary, status) { try screen.console.write(line + "\n", to: .error) }
  }
}
