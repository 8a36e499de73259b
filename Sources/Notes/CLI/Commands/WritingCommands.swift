import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AddCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "add", abstract: "Write a new note.",
    discussion: """
      EXAMPLES:
        notesctl add "Buy rye flour" --tag kitchen
        notesctl add                               write it in the editor
        pbpaste | notesctl add - --title Clipboard
        notesctl add - --front-matter < note.md
        notesctl add --template meeting Weekly     begin with a template

      Without text the editor opens: NOTESCTL_EDITOR, VISUAL, EDITOR, or vi. The new note's \
      id is printed when the output is not a terminal. With --front-matter, keys such as title, \
      tags, notebook and created at the beginning of the text are read like those of an import.

      A template is a file in ~/.config/notesctl/templates, such as meeting.md: a text with front \
      matter and the placeholders {{title}}, {{date}}, {{time}}, {{weekday}} and {{date+7}}. With \
      --template, the words are the title, and the editor opens on a terminal; - adds standard \
      input at the end of the text.
      """,
    aliases: ["a"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(name: .shortAndLong, help: "The title (default: the first heading or line of the text).")
  var title: String?

  @Option(name: [.customShort("g"), .customLong("tag")], help: "A tag; can be repeated.", completion: .tag)
  var tags: [String] = []

  @Option(
    name: [.customShort("b"), .long], help: ArgumentHelp("The notebook, such as Kitchen/Bread.", valueName: "path"),
    completion: .notebook)
  var notebook: String?

  @Flag(help: "Standard input is a whole document, with its properties as front matter.")
  var frontMatter = false

  @Option(
    help: ArgumentHelp("Begin with a template. The words are then the title.", valueName: "name"),
    completion: .template)
  var template: String?

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String] = []

  struct Screen: Sendable {
    let editor: EditorViewModel
    let drafts: any DraftStore
    let console: any Console
  }

  func validate() throws {
    if frontMatter, template != nil { throw Self.usage("--front-matter and --template cannot be used together.") }
    if template != nil, title != nil, !text.isEmpty, text != ["-"] {
      throw Self.usage("The words after --template are the title: leave out --title.")
    }
    if frontMatter, text != ["-"] { throw Self.usage("--front-matter reads standard input: use - as the text.") }
  }

  func run(on screen: Screen) async throws {
    if let template { return try await add(by: template, on: screen) }
    let form = NoteForm(title: title, tags: tags, notebook: notebook)
    // Before the text is typed.
    try form.check()
    let input = TextInput(console: screen.console, drafts: screen.drafts, name: title ?? "new note")
    // Piped text is meant for the note, also without a dash; scripts may have nothing there, and an editor that is one.
    let piped = text.isEmpty && !screen.console.isInputTerminal ? try await input.text(["-"]) : ""
    if frontMatter {
      await screen.editor.add(form, document: try await input.text(text))
    } else if text.isEmpty, piped.isEmpty {
      await screen.editor.compose(form)
    } else {
      await screen.editor.add(form, body: text.isEmpty ? piped : try await input.text(text))
    }
    if !text.isEmpty, screen.editor.state.outcome == .nothing {
      throw CommandFailure(
        "the text is empty; no note was created", hints: ["use --title to create an empty note"], status: .data)
    }
    try EditorOutcomeText(console: screen.console).show(screen.editor.state)
  }

  @MainActor private func add(by template: String, on screen: Screen) async throws {
    var form = NoteForm(title: title, tags: tags, notebook: notebook)
    if !text.isEmpty, text != ["-"] { form.title = text.joined(separator: " ") }
    // Before the text is typed.
    try form.check()
    await screen.editor.find(template: template)
    try screen.editor.state.phase.check()
    if text == ["-"] || text.isEmpty && !screen.console.isInputTerminal {
      let input = TextInput(console: screen.console, drafts: screen.drafts, name: form.title ?? "new note")
      await screen.editor.add(form, body: try await input.text(["-"]), template: template)
    } else if screen.console.isInputTerminal {
      await screen.editor.compose(form, template: template)
    } else {
      // A script's standard input may be for another command.
      await screen.editor.add(form, body: "", template: template)
    }
    try EditorOutcomeText(console: screen.console).show(screen.editor.state)
  }
}

struct AppendCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "append", abstract: "Add text at the end of a note.",
    discussion: """
      EXAMPLES:
        notesctl append 3 "Second rise: 40 minutes"
        date | notesctl append "Rye bread" -
      """,
    aliases: ["ap"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: .note, completion: .note)
  var reference: String

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    let (reference, text) = try await screen.input(text, for: reference)
    await screen.note.append(text, to: reference)
    try screen.report("Added to")
  }
}

struct PrependCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "prepend", abstract: "Add text at the beginning of a note.",
    discussion: """
      EXAMPLES:
        notesctl prepend 3 "- buy rye flour"
        date | notesctl prepend "Rye bread" -

      If the note begins with a heading, the text is added below it.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: .note, completion: .note)
  var reference: String

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    let (reference, text) = try await screen.input(text, for: reference)
    await screen.note.prepend(text, to: reference)
    try screen.report("Added to")
  }
}

extension NoteChangeScreen {
  /// Returns the id of a note and the text for it. Finds the note before the text is typed.
  @MainActor fileprivate func input(_ words: [String], for reference: String) async throws -> (id: String, text: String)
  {
    let found = try await note.run { await $0.open(reference) }.note
    let input = TextInput(console: console, drafts: drafts, name: found?.title ?? reference)
    return (found?.id.description ?? reference, try await input.text(words))
  }
}

struct EditCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "edit", abstract: "Change a note's text in the editor.",
    discussion: """
      EXAMPLES:
        notesctl edit 3
        EDITOR='code --wait' notesctl edit "Rye bread"
        sed s/rye/wheat/ bread.md | notesctl edit 3 -
        notesctl edit 3 - --front-matter < note.md

      The text is kept in a draft until it is saved. If the editor or the store fails, the draft \
      stays and its path is printed. What changed meanwhile is merged; where that is impossible, \
      your text becomes a copy, which 'notesctl conflicts' lists. With --front-matter, the title, \
      tags, notebook and other properties are replaced, too; attachments stay.
      """,
    aliases: ["e"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: .note, completion: .note)
  var reference: String

  @Flag(help: "Standard input is a whole document, with its properties as front matter.")
  var frontMatter = false

  @Argument(help: "- to replace the text by standard input, without the editor.")
  var text: String?

  struct Screen: Sendable {
    let editor: EditorViewModel
    let drafts: any DraftStore
    let console: any Console
  }

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if let text, text != "-" { throw Self.usage("The text is read from standard input: use - instead of '\(text)'.") }
    if frontMatter, text == nil { throw Self.usage("--front-matter reads standard input: use - as the text.") }
  }

  func run(on screen: Screen) async throws {
    if let text {
      // Before the text is typed.
      await screen.editor.find(reference)
      try screen.editor.state.phase.check()
      let before = screen.editor.state.outcome?.note
      let name = before?.title ?? reference
      let input = try await TextInput(console: screen.console, drafts: screen.drafts, name: name).text([text])
      if let before, frontMatter {
        await screen.editor.replace(before, withDocument: input)
      } else if let before {
        await screen.editor.replace(before, with: input)
      }
    } else {
      await screen.editor.edit(reference)
    }
    try EditorOutcomeText(console: screen.console).show(screen.editor.state)
    if screen.editor.state.earlierDrafts > 0 {
      try screen.console.write("Earlier drafts of it are left: notesctl drafts\n", to: .notice)
    }
  }
}

/// Prints the outcome of composing or editing a note.
struct EditorOutcomeText {
  let console: any Console

  @MainActor func show(_ state: EditorState) throws {
    try state.phase.check()
    if let problem = state.frontMatterProblem { try console.write(problem.keptText, to: .error) }
    for name in state.unknownPlaceholders {
      try console.write("\(.failure, "kept")     {{\(name)}} is not a placeholder of templates\n", to: .error)
    }
    switch state.outcome {
    case .added(let note):
      try console.write("Added “\(note.title)”.  \(next("show", state))\n", to: .notice)
      if let notebook = state.existingNotebook {
        try console.write("It is in the notebook “\(notebook.path)”, which exists.\n", to: .notice)
      }
      if !console.traits(of: .output).isTerminal { try console.write("\(raw: note.id.description)\n", to: .output) }
    case .saved(let note) where note.body.isBlank:
      try console.write("Saved “\(note.title)”, which is empty now.  \(.dim, "Undo: notesctl undo")\n", to: .error)
    case .saved(let note) where state.isRestored, .merged(let note) where state.isRestored:
      try console.write("Saved “\(note.title)”, and restored it from the trash.  \(next("show", state))\n", to: .notice)
    case .saved(let note):
      try console.write("Saved “\(note.title)”.  \(next("show", state))\n", to: .notice)
    case .merged(let note):
      try console.write(
        "Saved “\(note.title)”, merged with what changed meanwhile.  \(next("diff", state))\n", to: .notice)
    case .unchanged(let note):
      try console.write("“\(note.title)” is unchanged.\n", to: .notice)
    case .nothing:
      try console.write("The text is empty; no note was created.\n", to: .error)
    case .keptBoth(let copy, let stored):
      try console.write(
        """
        “\(stored.title)” changed in the same lines while you edited it, so both versions were kept.
        Yours is the new note “\(copy.title)”.  \(next("conflicts show", state))\n
        """, to: .error)
    case nil:
      break
    }
    try console.reportLinks(mended: state.mended, broken: state.broken)
  }

  private func next(_ command: String, _ state: EditorState) -> StyledText {
    "\(.dim, "notesctl \(command) \(state.shortID)")"
  }
}

/// The text of a note, from arguments or from standard input.
struct TextInput {
  let console: any Console
  let drafts: any DraftStore
  /// The name of the draft that keeps an input that cannot be a text.
  let name: String

  /// Returns the arguments joined by spaces; a single `-` reads standard input.
  func text(_ words: [String]) async throws -> String {
    guard words == ["-"] else {
      guard words.first != "-" else {
        throw CommandFailure(
          "'-' reads the whole text from standard input; other words cannot follow it", status: .usage)
      }
      return words.joined(separator: " ")
    }
    if console.isInputTerminal {
      try console.write("\(.dim, "Type the text and finish with Ctrl-D.")\n", to: .error)
    }
    switch try console.readInput() {
    case .text(let text): return text
    case .invalid(let bytes):
      throw CommandFailure(
        "the input is not UTF-8 text; nothing was saved",
        hints: await kept(bytes, as: "the text") + ["convert it first: iconv -f latin1 -t utf-8"], status: .data)
    case .tooLong(let bytes):
      throw CommandFailure(
        "the input is longer than \(StandardInput.maximumBytes) bytes; the limit of a text is \(NoteLimit.text.maximum)",
        hints: await kept(bytes, as: "its beginning") + ["split it into several notes"], status: .data)
    }
  }

  /// Keeps an input that cannot be a text as a draft, and returns the line that says where; none if that is not possible.
  private func kept(_ bytes: [UInt8], as part: StyledText) async -> [StyledText] {
    guard let draft = try? await drafts.create(named: name, bytes: bytes) else { return [] }
    return ["\(part) is kept in \(draft.path)"]
  }
}
