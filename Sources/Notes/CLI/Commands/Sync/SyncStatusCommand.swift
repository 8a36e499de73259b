import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

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
  @OptionGroup var machine: MachineFormat

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
      machine.isWanted
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
