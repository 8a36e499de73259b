import ArgumentParser
import NotesDomain
import NotesTransfer
import NotesViewModels
import Wiring

struct MirrorCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "mirror", abstract: "Keep a folder of Markdown and the notes in step, until Ctrl-C.",
    discussion: """
      EXAMPLES:
        notesctl mirror ~/vault            while Obsidian, vim or Syncthing edit it
        notesctl mirror ~/vault --once     bring both in step, and end

      A change of a file is in the notes, and a change of a note in its file, within about a second. \
      Changes of both are merged; those of the same lines become a conflict, see 'notesctl \
      conflicts'. It prints a line whenever something changed. It can be stopped at any time, and \
      started again later: what changed meanwhile is merged then.

      A note whose file is deleted goes to the trash; the file of a note that is moved to the trash \
      is removed. If many are gone at once, it stops and asks.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "End as soon as both sides agree.")
  var once = false
  @Flag(help: "Remove notes and files whose other side is gone, however many.")
  var acceptDeletions = false

  @Argument(help: ArgumentHelp("The folder; created if missing.", valueName: "dir"), completion: .directory)
  var directory: String

  struct Screen: Sendable {
    let mirror: MirrorViewModel
    let times: TimeText
    let wallClock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let report = MirrorReport(
      directory: directory, isOnce: once, times: screen.times, wallClock: screen.wallClock, console: screen.console)
    await screen.mirror.keepInStep(directory, once: once, acceptingDeletions: acceptDeletions) { state in
      try report.show(state)
      guard screen.console.hasReader else { throw ConsoleError.closedPipe }
    }
    guard !Task.isCancelled else { return }
    try screen.mirror.state.phase.check()
    if report.hasProblems { throw ExitStatus.data }
  }
}
