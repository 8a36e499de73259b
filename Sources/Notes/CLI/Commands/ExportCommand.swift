import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ExportCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    _superCommandName: "notesctl",
    abstract: "Export every note into a folder of Markdown.",
    discussion: """
      EXAMPLES:
        notesctl export ~/notes-backup

      The archive and the trash are included. Importing the folder into an empty store brings \
      every note back as it was, ids, times and attachments included. The files of a note lie in \
      the folder 'attachments'; one that is not on this device yet is named, and the status is 65.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "Write into a folder that is not empty, and replace files of the same name.")
  var force = false

  @Argument(help: ArgumentHelp("The folder; it is created when missing.", valueName: "dir"), completion: .directory)
  var directory: String

  struct Screen: Sendable {
    let exporting: ExportViewModel
    let clock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let progress = ProgressLine.follow("Exporting", console: screen.console, clock: screen.clock) {
      let state = screen.exporting.state
      let isOver = state.phase == .done || state.phase.failure != nil
      return ProgressLine.Progress(finished: state.finished, total: state.total, isOver: isOver)
    }
    await screen.exporting.exportFolder(directory, replacing: force)
    await progress?.value
    if let failure = screen.exporting.state.phase.failure { throw failure }
    let state = screen.exporting.state
    for missing in state.missing {
      let reason = missing.isDamaged ? "is damaged on this device" : "is not on this device yet"
      try screen.console.write(
        "\(.failure, "left out")  \(missing.note): the file “\(missing.name)” \(raw: reason)\n", to: .error)
    }
    var line: StyledText = "Exported \(Plural.notes(state.finished))"
    if state.attachments > 0 { line += " and \(Plural.attachments(state.attachments))" }
    try screen.console.write(line + " to \(directory).\n", to: .notice)
    if !state.missing.isEmpty { throw ExitStatus.data }
  }
}
