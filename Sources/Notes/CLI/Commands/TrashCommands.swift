import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct DeleteCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "delete", abstract: "Move notes to the trash.",
    discussion: """
      EXAMPLES:
        notesctl delete 3 4
        notesctl list --trash
        notesctl restore 1
      """,
    aliases: ["d", "rm"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .notes, completion: .note)
  var references: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.delete(try screen.references(references, separator))
    try screen.report("Moved", rest: " to the trash", state: "is already in the trash", undo: "restore")
  }
}

struct RestoreCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "restore", abstract: "Restore notes from the trash.",
    discussion: """
      EXAMPLES:
        notesctl list --trash
        notesctl restore 1
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .notes, completion: .trashedNote)
  var references: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.restore(try screen.references(references, separator))
    try screen.report("Restored", state: "is not in the trash", undo: "delete")
  }
}

struct PurgeCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "purge", abstract: "Permanently delete notes in the trash.",
    discussion: """
      EXAMPLES:
        notesctl purge --all --dry-run
        notesctl purge 1

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

  @OptionGroup var separator: NullSeparator

  @Argument(help: .notes, completion: .trashedNote)
  var references: [String] = []

  struct Screen: Sendable {
    let purge: PurgeViewModel
    let console: any Console
  }

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if all != references.isEmpty { throw Self.usage("Specify notes, or --all to empty the trash.") }
  }

  func run(on screen: Screen) async throws {
    let names = try ReferenceInput(console: screen.console, separator: separator).references(references)
    let notes = try await screen.purge.run { await $0.select(names) }.candidates
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
    let state = try await screen.purge.run { await $0.purge() }
    try screen.console.write("Permanently deleted \(.count(state.purged.count, "note")).\n", to: .notice)
    if state.hasRemains {
      try screen.console.write(
        """
        Traces of their texts may be left in the store's file, which is in use or cannot be written.  \
        \(.dim, "To remove them: notesctl store rebuild")\n
        """, to: .error)
    }
    if state.conflicts > 0 {
      try screen.console.write(
        """
        \(.count(state.conflicts, "conflict")) \(raw: state.conflicts == 1 ? "keeps a text" : "keep texts") of them.  \
        \(.dim, "To settle: notesctl conflicts")\n
        """, to: .error)
    }
  }
}
