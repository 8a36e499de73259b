import ArgumentParser
import NotesDomain
import NotesViewModels
import Observation

struct ImportCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    _superCommandName: "notesctl",
    abstract: "Import a folder of Markdown, as Obsidian keeps it.",
    discussion: """
      EXAMPLES:
        notesctl import ~/vault

      Folders become notebooks. The front-matter keys title, tags, created, updated (or modified), \
      pinned, archived, trashed and note-id are understood; all others are kept and exported again. Importing a folder \
      once more brings what changed in it, and nothing twice. A file that cannot be imported \
      is named, the others are imported, and the status is 65.
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
  var directory: String

  struct Screen: Sendable {
    let importing: ImportViewModel
    let clock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let watching = watch(screen)
    await screen.importing.importFolder(directory)
    await watching?.value
    let state = screen.importing.state
    if let failure = state.phase.failure { throw failure }
    for problem in state.problems { try screen.console.write("\(.failure, "skipped")  \(problem.text)\n", to: .error) }
    try screen.console.write(summary(state), to: .error)
    if !state.problems.isEmpty { throw ExitStatus.data }
  }

  /// Follows the state on a terminal.
  @MainActor private func watch(_ screen: Screen) -> Task<Void, Never>? {
    guard screen.console.traits(of: .error).isTerminal else { return nil }
    return Task {
      var line = ProgressLine("Importing", console: screen.console, clock: screen.clock)
      for await state in Observations({ screen.importing.state }) {
        if state.phase == .done || state.phase.failure != nil { break }
        line.show(state.finished, of: state.total)
      }
      line.clear()
    }
  }

  private func summary(_ state: ImportState) -> StyledText {
    var text: StyledText = "Imported \(Plural.files(state.total)): \(state.added) new"
    text += ", \(state.updated) updated, \(state.unchanged) unchanged"
    if state.keptBoth > 0 { text += ", \(state.keptBoth) kept beside the note that changed here" }
    if !state.problems.isEmpty { text += ", \(state.problems.count) skipped" }
    return text + ".\n"
  }
}
