import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ConflictsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Settle what sync could not merge.",
    discussion: """
      EXAMPLES:
        notesctl conflicts
        notesctl conflicts show 019a0c3e
        notesctl conflicts resolve 019a0c3e --keep theirs
        notesctl conflicts resolve 019a0c3e --edit

      When the same lines of a note were changed here and elsewhere, the note has the text of the \
      others, and yours is kept in a note of its own, the copy. Both are ordinary notes, and \
      nothing has to be settled at once. Without a subcommand the conflicts are listed.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    ConflictsListCommand.self, ConflictsShowCommand.self, ConflictsResolveCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = ConflictsListCommand.self
}

struct ConflictsListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    _superCommandName: "notesctl conflicts",
    abstract: "List the conflicts that nobody has settled, oldest first.",
    discussion: """
      EXAMPLES:
        notesctl conflicts
        notesctl conflicts --json --fields id,title

      A conflict has the id of its copy.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  struct Screen: Sendable {
    let conflicts: ConflictsViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.conflicts.load()
    let state = screen.conflicts.state
    if let failure = state.phase.failure { throw failure }
    if machine.isRequested {
      let values = state.rows.map { JSONValue.conflict($0.conflict) }
      return try screen.console.write(
        StyledText(trusted: try machine.text(values, like: .conflict(.example))), to: .output)
    }
    guard !state.rows.isEmpty else { return try screen.console.write("There are no conflicts.\n", to: .notice) }
    let isForPeople = screen.console.traits(of: .output).isTerminal
    for row in state.rows {
      let id = isForPeople ? row.shortID : row.id.description
      let met = screen.times.short(row.conflict.met)
      try screen.console.write(
        "\(.dim, id)  \(.dim, met)  \(.title, row.conflict.theirs.title)\n", to: .output)
    }
    if isForPeople, let first = state.rows.first {
      try screen.console.write("\(.dim, "Look at one: notesctl conflicts show \(first.shortID)")\n", to: .notice)
    }
  }
}

struct ConflictsShowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "notesctl conflicts",
    abstract: "Show what both sides changed.",
    discussion: """
      EXAMPLES:
        notesctl conflicts show 019a0c3e
        notesctl conflicts show 019a0c3e --json

      "theirs" is what came from the others and stands in the note, "ours" what was written here \
      and stands in the copy. Each is compared with the text that both go back to, where that is \
      known.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Argument(help: ArgumentHelp("The beginning of the copy's or the note's id.", valueName: "id"))
  var reference: String

  struct Screen: Sendable {
    let conflicts: ConflictsViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.conflicts.open(reference)
    if let failure = screen.conflicts.state.phase.failure { throw failure }
    guard let open = screen.conflicts.state.opened else { return }
    let text =
      machine.isRequested
      ? StyledText(trusted: try machine.text(.openConflict(open))) : ConflictPage(times: screen.times).text(open)
    try screen.console.write(text, to: .output)
  }
}

struct ConflictsResolveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    _superCommandName: "notesctl conflicts",
    abstract: "Settle a conflict.",
    discussion: """
      EXAMPLES:
        notesctl conflicts resolve 019a0c3e --keep theirs   the copy goes to the trash
        notesctl conflicts resolve 019a0c3e --keep ours     its text goes into the note first
        notesctl conflicts resolve 019a0c3e --keep both     two notes from now on
        notesctl conflicts resolve 019a0c3e --edit          make one text of both

      All of these are ordinary changes, which the next sync brings to the other devices. With \
      --edit the editor opens with the lines of both, theirs before ours where they differ.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(help: ArgumentHelp("Which text to keep: ours, theirs or both.", valueName: "side"))
  var keep: Side?

  @Flag(help: "Make one text of both in the editor.")
  var edit = false

  @Argument(help: ArgumentHelp("The beginning of the copy's or the note's id.", valueName: "id"))
  var reference: String

  enum Side: String, ExpressibleByArgument, CaseIterable, Sendable {
    case ours, theirs, both
  }

  struct Screen: Sendable {
    let conflicts: ConflictsViewModel
    let times: TimeText
    let console: any Console
  }

  func validate() throws {
    if (keep != nil) == edit { throw Self.usage("Say --keep ours, --keep theirs, --keep both, or --edit.") }
  }

  func run(on screen: Screen) async throws {
    switch keep {
    case .ours: await screen.conflicts.resolve(reference, keeping: .ours)
    case .theirs: await screen.conflicts.resolve(reference, keeping: .theirs)
    case .both: await screen.conflicts.resolve(reference, keeping: .both)
    case nil:
      await screen.conflicts.open(reference)
      if let open = screen.conflicts.state.opened, screen.console.isInputTerminal {
        try screen.console.write(ConflictPage(times: screen.times).text(open, isBrief: true), to: .error)
      }
      if screen.conflicts.state.phase.failure == nil { await screen.conflicts.edit(reference) }
    }
    if case .untouched(let proposal) = screen.conflicts.state.outcome {
      guard try isConfirmed(proposal, screen.console) else {
        return try screen.console.write("Nothing was changed; the conflict stays.\n", to: .error)
      }
      await screen.conflicts.resolve(reference, with: proposal)
    }
    try report(screen.conflicts.state, screen.console)
  }

  /// Asks whether a text that was left as proposed is meant: one editor's way to say yes is another's to say no.
  private func isConfirmed(_ proposal: String, _ console: any Console) throws -> Bool {
    guard console.isInputTerminal else { return false }
    let answer = try console.ask("The text is as it was proposed, with the lines of both. Take it so? [y/N] ")
    return ["y", "yes"].contains(answer?.lowercased())
  }

  /// Where to find what is not kept.
  private var remainderNote: StyledText {
    switch keep {
    case .ours: ", what it had before is in its history"
    case .theirs, .both: ", the other one lies in the trash"
    case nil: ", the copy lies in the trash"
    }
  }

  private func report(_ state: ConflictsState, _ console: any Console) throws {
    if let failure = state.phase.failure { throw failure }
    guard let open = state.opened else { return }
    switch state.outcome {
    case .settled(let note):
      var line: StyledText = "Settled: “\(note.title)” has the text that is kept"
      if note.id != open.conflict.copy, open.copy != nil { line += remainderNote }
      line += "."
      try console.write(line + "  \(.dim, "Undo: notesctl undo")\n", to: .notice)
    case .keptBoth(let note, let copy):
      try console.write("Settled: “\(note.title)” and “\(copy.title)” both stay.\n", to: .notice)
    case .abandoned:
      try console.write("The text was emptied, so nothing was changed; the conflict stays.\n", to: .error)
    case .keptAsNewNote(let copy, let stored):
      try console.write(
        """
        “\(stored.title)” changed elsewhere while you edited it, so the conflict stays.
        Your text is the new note “\(copy.title)”.  \(.dim, "notesctl show \(copy.id.description)")\n
        """, to: .error)
    case .untouched, nil:
      break
    }
  }
}
