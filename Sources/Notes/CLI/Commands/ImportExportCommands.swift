import ArgumentParser
import NotesDomain
import NotesTransfer
import NotesViewModels
import Wiring

struct ImportCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "import", abstract: "Import Markdown files, notes as JSON, or an export of Joplin or Evernote.",
    discussion: """
      EXAMPLES:
        notesctl import ~/vault              such as an Obsidian vault
        notesctl import ~/vault --mirror     also trash the notes of deleted files
        notesctl import recipe.md            one file
        notesctl import notes.jex            all notes of Joplin, exported as JEX
        notesctl import notebook.enex        a notebook of Evernote
        notesctl import notes.jsonl          of 'notesctl list --all --jsonl --full'
        ssh laptop notesctl list --all --jsonl --full | notesctl import -

      Folders become notebooks. The front-matter keys title, tags, created, updated (or modified), \
      pinned, archived, trashed, note-id and note-attachments are understood; all others are kept \
      and exported again. Files that a note links to or embeds become its attachments.

      Importing a folder again imports only what changed, and recognizes renamed files. Changes of \
      a file and changes of its note are merged; those of the same lines become a conflict, see \
      'notesctl conflicts'. Files that cannot be imported are reported and skipped, and the exit \
      status is 65.

      JSON is an array of notes, or one after another, with the members that 'show --json' prints; \
      only body is required.
      """,
    aliases: ["i"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "Also move the notes of deleted files to the trash, unless they were changed here.")
  var mirror = false
  @Flag(help: "Also bring back the notes of unchanged files that were purged since.")
  var purged = false

  @Argument(
    help: ArgumentHelp("The folder, or the file; - for JSON from standard input.", valueName: "path"),
    completion: .file())
  var path: String

  struct Screen: Sendable {
    let importing: ImportViewModel
    let wallClock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    if path == ArchiveFormat.standardInput, screen.console.isInputTerminal {
      throw CommandFailure(
        "'-' reads JSON from standard input, which is a terminal",
        hints: ["pipe it: notesctl import - < notes.jsonl"], status: .usage)
    }
    let progress = ProgressLine.follow("Importing", console: screen.console, wallClock: screen.wallClock) {
      screen.importing.state
    }
    await screen.importing.importNotes(from: path, mirroring: mirror, restoringPurged: purged)
    await progress?.value
    let state = screen.importing.state
    try state.phase.check()
    for problem in state.problems { try screen.console.write("\(.failure, "skipped")  \(problem.text)\n", to: .error) }
    for warning in state.warnings { try screen.console.write(warning.keptText, to: .error) }
    for problem in state.unattached {
      try screen.console.write("\(.failure, "skipped")  \(problem.text)\n", to: .error)
    }
    for problem in state.archiveProblems { try screen.console.write(problem.text + "\n", to: .error) }
    try screen.console.write(summary(state), to: .notice)
    if !state.missing.isEmpty {
      let isOne = state.missing.count == 1
      let notes = state.isArchive ? (isOne ? "It was" : "They were") : isOne ? "The note was" : "The notes were"
      let advice =
        !mirror
        ? "; --mirror moves \(isOne ? "it" : "them") to the trash"
        : state.isEmptyFolder
          ? ", since the \(state.isArchive ? "archive" : "folder") is empty"
          : ", since \(isOne ? "it was" : "they were") changed here"
      try screen.console.write(
        """
        \(.count(state.missing.count, state.noun)) \(raw: isOne ? "is" : "are") gone since the last import. \
        \(raw: notes) kept\(raw: advice): \(state.missing.examples)

        """, to: .notice)
    }
    if !state.elsewhere.isEmpty {
      let isOne = state.elsewhere.count == 1
      let examples = state.elsewhere.map { "\($0.path) (\($0.other))" }.examples
      try screen.console.write(
        """
        \(.count(state.elsewhere.count, state.noun)) left this \(raw: state.isArchive ? "archive" : "folder"), and \
        \(raw: isOne ? "its note was" : "their notes were") kept, since another imported folder has an equal file: \(examples)

        """, to: .notice)
    }
    if !state.inTrash.isEmpty {
      let isOne = state.inTrash.count == 1
      let notes = state.isArchive ? "" : isOne ? " of a note" : " of notes"
      try screen.console.write(
        """
        \(.count(state.inTrash.count, state.noun)) \(raw: isOne ? "is" : "are")\(raw: notes) in the trash, and left alone; \
        'notesctl restore' brings \(raw: isOne ? "it" : "them") back: \(state.inTrash.examples)

        """, to: .notice)
    }
    if !state.purged.isEmpty {
      let isOne = state.purged.count == 1
      let notes = state.isArchive ? "" : isOne ? "the note was " : "the notes were "
      try screen.console.write(
        """
        \(.count(state.purged.count, state.noun)) \(raw: isOne ? "was" : "were") imported before, and \(raw: notes)\
        purged since; --purged brings \(raw: isOne ? "it" : "them") back: \(state.purged.examples)

        """, to: .notice)
    }
    if !state.problems.isEmpty || !state.unattached.isEmpty || !state.archiveProblems.isEmpty { throw ExitStatus.data }
  }

  private func summary(_ state: ImportState) -> StyledText {
    var text: StyledText = "Imported \(.count(state.total, state.noun)): \(state.added) new"
    text += ", \(state.updated) updated, \(state.unchanged) unchanged"
    if state.restored > 0 { text += ", \(state.restored) restored from the trash" }
    if !state.inTrash.isEmpty { text += ", \(state.inTrash.count) in the trash" }
    if state.renamed > 0 { text += ", \(state.renamed) renamed" }
    if state.merged > 0 { text += ", \(state.merged) merged with changes made here" }
    if state.conflicting > 0 { text += ", \(state.conflicting) in conflict (see 'notesctl conflicts')" }
    if !state.purged.isEmpty { text += ", \(state.purged.count) purged" }
    if !state.elsewhere.isEmpty { text += ", \(state.elsewhere.count) kept for another folder" }
    if state.trashed > 0 { text += ", \(state.trashed) moved to the trash" }
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
        notesctl export ~/vault --mirror     write what changed, remove what is gone

      The archive and the trash are included. Importing the folder into an empty store restores \
      every note with its id, times and attachments. Attachments are written where the notes link \
      to them, or to the folder 'attachments'; a file that is not on this device yet is reported, \
      and the exit status is 65.

      A mirror has no trash. Files of it that were changed or moved since the last import or export \
      are left alone and reported: 'notesctl import' takes the changes in.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "Write to a folder that is not empty, and overwrite files of the same name.")
  var force = false
  @Flag(help: "Bring the folder in step: write changed notes, and remove the files of notes that are gone.")
  var mirror = false

  @Argument(help: ArgumentHelp("The folder; created if missing.", valueName: "dir"), completion: .directory)
  var directory: String

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let exporting: ExportViewModel
    let wallClock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let progress = ProgressLine.follow("Exporting", console: screen.console, wallClock: screen.wallClock) {
      screen.exporting.state
    }
    if mirror {
      await screen.exporting.mirror(to: directory, replacing: force)
    } else {
      await screen.exporting.exportFolder(directory, replacing: force)
    }
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
    for path in state.edited {
      try screen.console.write(
        "\(.failure, "kept")     \(path): it was changed or moved since the last import or export; import it first\n",
        to: .error)
    }
    for file in state.unwritable {
      try screen.console.write(
        "\(.failure, "skipped")  \(file.path): cannot be written: \(file.reason)\n", to: .error)
    }
    for path in state.linked {
      try screen.console.write(
        "\(.failure, "kept")     \(path): a symbolic link leads to it or to its attachments, and links are not followed\n",
        to: .error)
    }
    var line: StyledText = "Exported \(.count(state.finished, "note"))"
    if state.attachments > 0 { line += " and \(.count(state.attachments, "attachment"))" }
    line += " to \(directory)"
    if mirror { line += ": \(state.unchanged) unchanged, \(state.removed) removed" }
    try screen.console.write(line + ".\n", to: .notice)
    let isComplete =
      state.missing.isEmpty && state.skipped.isEmpty && state.edited.isEmpty && state.linked.isEmpty
      && state.unwritable.isEmpty
    if !isComplete { throw ExitStatus.data }
  }
}

extension ImportState {
  /// The word for what was imported, in the singular.
  fileprivate var noun: String { report.isArchive ? "note" : "file" }
}

extension [String] {
  /// The first paths, for a message.
  fileprivate var examples: String {
    prefix(3).joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "")
  }
}
