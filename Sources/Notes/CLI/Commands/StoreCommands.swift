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

struct StatsCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    _superCommandName: "notesctl",
    abstract: "Show how much there is.",
    discussion: """
      EXAMPLES:
        notesctl stats
        notesctl stats --json
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  struct Screen: Sendable {
    let statistics: StatisticsViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.statistics.load()
    if let failure = screen.statistics.state.phase.failure { throw failure }
    let statistics = screen.statistics.state.statistics
    let text = machine.isRequested ? StyledText(trusted: try machine.text(.statistics(statistics))) : page(statistics)
    try screen.console.write(text, to: .output)
  }

  private func page(_ statistics: NoteStatistics) -> StyledText {
    var text = row("notes", "\(statistics.active)")
    if statistics.pinned > 0 { text += row("pinned", "\(statistics.pinned)") }
    if statistics.archived > 0 { text += row("archived", "\(statistics.archived)") }
    if statistics.trashed > 0 { text += row("in the trash", "\(statistics.trashed)") }
    text += row("text", ByteCountText.of(statistics.textBytes))
    text += row("store", ByteCountText.of(statistics.storeBytes))
    text += top("notebooks", statistics.notebooks.map { ($0.name == .root ? "(none)" : $0.name.path, $0.notes) })
    text += top("tags", statistics.tags.map { ("#" + $0.name.name, $0.notes) })
    return text
  }

  private func row(_ name: String, _ value: String) -> StyledText {
    let label = name + String(repeating: " ", count: max(0, 14 - name.count))
    return "\(.dim, label)\(value)\n"
  }

  private func top(_ name: String, _ counts: [(String, Int)]) -> StyledText {
    guard !counts.isEmpty else { return "" }
    var text = row(name, "\(counts.count)")
    for (name, notes) in counts.prefix(10) {
      let number = String(notes)
      text += "  \(raw: String(repeating: " ", count: max(0, 12 - number.count)))\(notes)  \(name)\n"
    }
    return text
  }
}
