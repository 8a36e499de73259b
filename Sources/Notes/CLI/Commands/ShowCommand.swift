import ArgumentParser
import NotesDomain
import NotesFronts
import NotesViewModels
import Wiring

struct ShowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "show", abstract: "Show a note.",
    discussion: """
      EXAMPLES:
        notesctl show 3
        notesctl show "Rye bread" --raw > note.md
        notesctl show 3 --format '{title}: {words} words'

      Control characters in a note are escaped. With --raw the text is written byte for byte \
      when the output is not a terminal.
      """,
    aliases: ["s"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions
  @OptionGroup var formatting: FormatOptions

  @Flag(help: "Print only the text.")
  var raw = false

  @Option(help: ArgumentHelp("Print at most N lines of the text.", valueName: "n"))
  var limit: Int?

  @Argument(help: .note, completion: .note)
  var reference: String

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let note: NoteViewModel
    let times: TimeText
    let lineBreaks: LineBreakStyle
    let writer: FormatWriter
    let console: any Console
  }

  func validate() throws {
    try Self.check(limit: limit)
  }

  func run(on screen: Screen) async throws {
    let format = try formatting.format(
      FormatPlaceholder.ofNotes.filter { $0 != .number },
      others: [("--json", machine.isRequested), ("--raw", raw), ("--limit", limit != nil)])
    let state = try await screen.note.run { await $0.open(reference) }
    guard let note = state.note else { return }
    if let format {
      try screen.writer.write(note, by: format)
    } else if machine.isRequested {
      try screen.console.write(machine.text(.note(note)), to: .output)
    } else if raw, screen.console.traits(of: .output).isTerminal {
      try screen.console.write(StyledText(note.body), to: .output)
    } else if raw {
      try screen.console.write(bytes: Array(note.body.utf8))
    } else {
      try screen.console.write(
        NotePage(times: screen.times, traits: screen.console.traits(of: .output), lineBreaks: screen.lineBreaks)
          .text(note, backlinks: state.backlinks, lines: limit), to: .output)
    }
  }
}
