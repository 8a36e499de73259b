import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ImportCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    _superCommandName: "notesctl",
    abstract: "Import a folder of Markdown, as Obsidian keeps it.",
    discussion: """
      EXAMPLES:
        notesctl import ~/vault

      Folders become notebooks. The front-matter keys title, tags, created, updated (or modified), \
      pinned, archived, trashed, note-id and note-attachments are understood; all others are kept and exported again. Importing a folder \
      once more brings what changed in it, and nothing twice. A file that cannot be imported \
      is named, the others are imported, and the status is 65.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
  var directory: String

  struct Screen: Sendable {
    let importing: ImportViewModel
    let clock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let progress = ProgressLine.follow("Importing", console: screen.console, clock: screen.clock) {
      let state = screen.importing.state
      let isOver = state.phase == .done || state.phase.failure != nil
      return ProgressLine.Progress(finished: state.finished, total: state.total, isOver: isOver)
    }
    await screen.importing.importFolder(directory)
    await progress?.value
    let state = screen.importing.state
    if let failure = state.phase.failure { throw failure }
    for problem in state.problems { try screen.console.write("\(.failure, "skipped")  \(problem.text)\n", to: .error) }
    try screen.console.write(summary(state), to: .notice)
    if !state.problems.isEmpty { throw ExitStatus.data }
  }

  private func summary(_ state: ImportState) -> StyledText {
    var text: StyledText = "Imported \(Plural.files(state.total)): \(state.added) new"
    text += ", \(state.updated) updated, \(state.unchanged) unchanged"
    if state.keptBoth > 0 { text += ", \(state.keptBoth) kept beside the note that changed here" }
    if !state.problems.isEmpty { text += ", \(state.problems.count) skipped" }
    return text + ".\n"
  }
}
