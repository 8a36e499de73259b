import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct DeleteCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "delete", abstract: "Move notes to the trash.",
    discussion: """
      EXAMPLES:
        notesctl delete 019a0c3e
        notesctl list --trash
        notesctl restore 019a0c3e
      """,
    aliases: ["rm"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: ArgumentHelp("The notes' ids, or the beginnings of them.", valueName: "id"))
  var references: [String]

  func run(on screen: NoteChangeScreen) async throws {
    for reference in references {
      await screen.note.delete(reference)
      try screen.report("Moved", rest: " to the trash", undo: "restore")
    }
  }
}

struct RestoreCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "restore", abstract: "Restore notes from the trash.",
    discussion: """
      EXAMPLES:
        notesctl list --trash
        notesctl restore 019a0c3e
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: ArgumentHelp("The notes' ids, or the beginnings of them.", valueName: "id"))
  var references: [String]

  func run(on screen: NoteChangeScreen) async throws {
    for reference in references {
      await screen.note.restore(reference)
      try screen.report("Restored", undo: "delete")
    }
  }
}

struct PurgeCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "purge", abstract: "Permanently delete notes in the trash.",
    discussion: """
      EXAMPLES:
        notesctl purge --all --dry-run
        notesctl purge 019a0c3e

      It asks for confirmation. Use --force in scripts.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "Empty the trash.")
  var all = false

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Only print the notes that would be deleted.")
  var isDryRun = false

  @Argument(help: ArgumentHelp("The notes' ids, or the beginnings of them.", valueName: "id"))
  var references: [String] = []

  struct Screen: Sendable {
    let purge: PurgeViewModel
    let console: any Console
  }

  func validate() throws {
    if all != references.isEmpty { throw Self.usage("Specify notes, or --all to empty the trash.") }
  }

  func run(on screen: Screen) async throws {
    let notes = try await screen.purge.run { await $0.select(references) }.candidates
    guard !notes.isEmpty else {
      try screen.console.write("The trash is empty.\n", to: .notice)
      return
    }
    if isDryRun {
      for note in notes { try screen.console.write("\(raw: note.id.description)  \(note.title)\n", to: .output) }
      return
    }
    let titles = notes.prefix(5).map { "“\($0.title)”" }.joined(separator: ", ")
    let question: StyledText =
      "Permanently delete \(titles)\(raw: notes.count > 5 ? " and \(notes.count - 5) more" : "")?"
    guard try force || screen.console.confirm(question, for: "permanently deleting notes") else {
      try screen.console.write("Nothing was deleted.\n", to: .notice)
      return
    }
    let purged = try await screen.purge.run { await $0.purge() }.purged
    try screen.console.write("Permanently deleted \(.count(purged.count, "note")).\n", to: .notice)
  }
}
