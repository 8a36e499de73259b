import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AddCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    _superCommandName: "notesctl",
    abstract: "Write a new note.",
    discussion: """
      EXAMPLES:
        notesctl add "Buy rye flour" --tag kitchen
        notesctl add                               write it in the editor
        pbpaste | notesctl add - --title Clipboard

      Without text the editor opens: NOTESCTL_EDITOR, VISUAL, EDITOR, or vi. The new note's \
      id is printed when the output is no terminal.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(name: .shortAndLong, help: "The title; without one it is the text's first heading or line.")
  var title: String?

  @Option(name: [.customShort("g"), .customLong("tag")], help: "A tag; may be given more than once.")
  var tags: [String] = []

  @Option(
    name: [.customShort("b"), .long], help: ArgumentHelp("The notebook, as in Kitchen/Bread.", valueName: "path"))
  var notebook: String?

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String] = []

  struct Screen: Sendable {
    let editor: EditorViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let form = NoteForm(title: title, tags: tags, notebook: notebook ?? "")
    if text.isEmpty {
      await screen.editor.compose(form)
    } else {
      await screen.editor.add(form, body: try TextInput(screen.console).text(text))
    }
    if !text.isEmpty, screen.editor.state.outcome == .nothing {
      throw CommandFailure(
        "the text is empty, so there is no new note", hints: ["give it a --title to keep it so"], status: .data)
    }
    try EditorOutcomeText(screen.console).show(screen.editor.state)
  }
}

struct AppendCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    _superCommandName: "notesctl",
    abstract: "Add text at the end of a note.",
    discussion: """
      EXAMPLES:
        notesctl append 019a0c3e "Second rise: 40 minutes"
        date | notesctl append 019a0c3e -
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String]

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.append(try TextInput(screen.console).text(text), to: reference)
    try screen.report("Added to")
  }
}

struct EditCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    _superCommandName: "notesctl",
    abstract: "Change a note's text in the editor.",
    discussion: """
      EXAMPLES:
        notesctl edit 019a0c3e
        EDITOR='code --wait' notesctl edit 019a0c3e

      The text lies in a draft until it is stored. When the editor fails, or the store does, \
      the draft is kept and its path is printed.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  struct Screen: Sendable {
    let editor: EditorViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.editor.edit(reference)
    try EditorOutcomeText(screen.console).show(screen.editor.state)
  }
}

/// Says what came of writing or editing.
struct EditorOutcomeText {
  private let console: any Console

  init(_ console: any Console) {
    self.console = console
  }

  @MainActor func show(_ state: EditorState) throws {
    if let failure = state.phase.failure { throw failure }
    switch state.outcome {
    case .added(let note):
      try console.write("Added “\(note.title)”.  \(next("show", state))\n", to: .notice)
      if !console.traits(of: .output).isTerminal { try console.write("\(raw: note.id.description)\n", to: .output) }
    case .saved(let note):
      try console.write("Saved “\(note.title)”.  \(next("show", state))\n", to: .notice)
    case .unchanged(let note):
      try console.write("“\(note.title)” is unchanged.\n", to: .notice)
    case .nothing:
      try console.write("Nothing was written, so there is no new note.\n", to: .error)
    case .keptBoth(let copy, let stored):
      try console.write(
        """
        “\(stored.title)” changed elsewhere while you edited it, so both texts are kept.
        Yours is the new note “\(copy.title)”.  \(next("show", state))\n
        """, to: .error)
    case nil:
      break
    }
  }

  private func next(_ command: String, _ state: EditorState) -> StyledText {
    "\(.dim, "notesctl \(command) \(state.shortID)")"
  }
}

/// A text from arguments or from standard input.
struct TextInput {
  private let console: any Console

  init(_ console: any Console) {
    self.console = console
  }

  /// - Parameter words: What was typed; `-` alone stands for standard input.
  func text(_ words: [String]) throws -> String {
    guard words == ["-"] else { return words.joined(separator: " ") }
    if console.isInputTerminal {
      try console.write("\(.dim, "Type the text; end it with Ctrl-D on a line of its own.")\n", to: .error)
    }
    let bytes = try console.readAll()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        "the input is not UTF-8 text; nothing was stored", hints: ["convert it first, as in: iconv -f latin1 -t utf-8"],
        status: .data)
    }
    return text
  }
}
