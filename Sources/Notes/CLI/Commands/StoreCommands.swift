import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ImportCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "import", abstract: "Import a folder of Markdown files, or an export of Joplin or Evernote.",
    discussion: """
      EXAMPLES:
        notesctl import ~/vault              such as an Obsidian vault
        notesctl import notes.jex            all notes of Joplin, exported as JEX
        notesctl import notebook.enex        a notebook of Evernote

      Folders become notebooks. The front-matter keys title, tags, created, updated (or modified), \
      pinned, archived, trashed, note-id and note-attachments are understood; all others are kept \
      and exported again. Importing a folder again imports only what changed. Files that cannot \
      be imported are reported and skipped, and the exit status is 65.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The folder, or the exported file.", valueName: "path"), completion: .file())
  var path: String

  struct Screen: Sendable {
    let importing: ImportViewModel
    let wallClock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let progress = ProgressLine.follow("Importing", console: screen.console, wallClock: screen.wallClock) {
      screen.importing.state
    }
    await screen.importing.importNotes(from: path)
    await progress?.value
    let state = screen.importing.state
    try state.phase.check()
    for problem in state.problems { try screen.console.write("\(.failure, "skipped")  \(problem.text)\n", to: .error) }
    for warning in state.warnings {
      try screen.console.write("\(.failure, "kept")     \(warning.text); the lines were kept as they are\n", to: .error)
    }
    for problem in state.archiveProblems { try screen.console.write(problem.text + "\n", to: .error) }
    try screen.console.write(summary(state), to: .notice)
    if !state.problems.isEmpty || !state.archiveProblems.isEmpty { throw ExitStatus.data }
  }

  private func summary(_ state: ImportState) -> StyledText {
    var text: StyledText = "Imported \(.count(state.total, "file")): \(state.added) new"
    text += ", \(state.updated) updated, \(state.unchanged) unchanged"
    if state.keptBoth > 0 { text += ", \(state.keptBoth) kept as copies of notes that changed here" }
    if !state.problems.isEmpty { text += ", \(state.problems.count) skipped" }
    return text + ".\n"
  }
}

struct ExportCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "export", abstract: "Export all notes to a folder of Markdown files.",
    discussion: """
      EXAMPLES:
        notesctl export ~/notes-backup

      The archive and the trash are included. Importing the folder into an empty store restores \
      every note with its id, times and attachments. Attachments are written to the folder \
      'attachments'; a file that is not on this device yet is reported, and the exit status is 65.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "Write to a folder that is not empty, and overwrite files of the same name.")
  var force = false

  @Argument(help: ArgumentHelp("The folder; created if missing.", valueName: "dir"), completion: .directory)
  var directory: String

  var needs: CommandNeeds { .readsStore }

  struct Screen: Sendable {
    let exporting: ExportViewModel
    let wallClock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let progress = ProgressLine.follow("Exporting", console: screen.console, wallClock: screen.wallClock) {
      screen.exporting.state
    }
    await screen.exporting.exportFolder(directory, replacing: force)
    await progress?.value
    try screen.exporting.state.phase.check()
    let state = screen.exporting.state
    for note in state.skipped {
      try screen.console.write(
        "\(.failure, "skipped")  \(note.description): its notebook is too deep for a folder; see 'notesctl move'\n",
        to: .error)
    }
    for missing in state.missing {
      let reason = missing.isDamaged ? "is damaged on this device" : "is not on this device yet"
      try screen.console.write(
        "\(.failure, "skipped")  \(missing.note): the file “\(missing.name)” \(raw: reason)\n", to: .error)
    }
    var line: StyledText = "Exported \(.count(state.finished, "note"))"
    if state.attachments > 0 { line += " and \(.count(state.attachments, "attachment"))" }
    try screen.console.write(line + " to \(directory).\n", to: .notice)
    if !state.missing.isEmpty || !state.skipped.isEmpty { throw ExitStatus.data }
  }
}

struct StatsCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "stats", abstract: "Show statistics about the store.",
    discussion: """
      EXAMPLES:
        notesctl stats
        notesctl stats --json
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  var needs: CommandNeeds { .readsStore }

  struct Screen: Sendable {
    let statistics: StatisticsViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let statistics = try await screen.statistics.run { await $0.load() }.statistics
    let text = machine.isRequested ? try machine.text(.statistics(statistics)) : page(statistics)
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

  private func row(_ label: String, _ value: String) -> StyledText { .row(label, "\(raw: value)", width: 14) }

  private func top(_ name: String, _ counts: [(String, Int)]) -> StyledText {
    guard !counts.isEmpty else { return "" }
    var text = row(name, "\(counts.count)")
    for (name, notes) in counts.prefix(10) {
      text += "  \(raw: String(notes).leftPadded(to: 12))  \(name)\n"
    }
    return text
  }
}
