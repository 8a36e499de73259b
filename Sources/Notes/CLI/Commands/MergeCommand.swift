import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct MergeCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "merge", abstract: "Join notes into the first one.",
    discussion: """
      EXAMPLES:
        notesctl merge 3 5
        notesctl merge "Rye bread" Sourdough --title Bread
        notesctl list tag:inbox --ids | notesctl merge -

      The texts follow each other, each under its title as a heading, unless it begins with it. The \
      first note gets all tags and attachments and the earliest time of creation; the other notes \
      go to the trash, and links to them lead to the first.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var separator: NullSeparator

  @Option(name: [.short, .long], help: "The title. (default: that of the first note)")
  var title: String?

  @Argument(help: .notes, completion: .note)
  var references: [String]

  struct Screen: Sendable {
    let merge: MergeViewModel
    let console: any Console
  }

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if references.count < 2, references != ["-"] { throw Self.usage("Specify two notes or more.") }
  }

  func run(on screen: Screen) async throws {
    let names = try ReferenceInput(console: screen.console, separator: separator).references(references)
    let state = try await screen.merge.run { await $0.merge(names, title: title) }
    let merged: StyledText =
      if state.merged.count == 1, let other = state.merged.first { "“\(other.title)”" } else {
        .count(state.merged.count, "note")
      }
    try screen.console.write(
      "Merged \(merged) into “\(state.note?.title ?? "")”.  \(.dim, "Undo: notesctl undo")\n", to: .notice)
    try screen.console.reportLinks(mended: state.mended, broken: state.broken)
  }
}
