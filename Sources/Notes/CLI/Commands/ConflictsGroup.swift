import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ConflictsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Resolve sync conflicts.",
    discussion: """
      EXAMPLES:
        notesctl conflicts
        notesctl conflicts show 019a0c3e
        notesctl conflicts resolve 019a0c3e --keep theirs
        notesctl conflicts resolve 019a0c3e --edit

      When the same lines of a note were changed here and elsewhere, the note keeps their version \
      and yours is saved as a separate note, the copy. Both are ordinary notes, and conflicts can \
      be resolved at any time. Without a subcommand it lists the conflicts.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    ConflictsListCommand.self, ConflictsShowCommand.self, ConflictsResolveCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = ConflictsListCommand.self
}

/// The dependencies of the commands for conflicts.
struct ConflictsScreen: Sendable {
  let conflicts: ConflictsViewModel
  let times: TimeText
  let console: any Console
}

struct ConflictsListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List unresolved conflicts, oldest first.",
    discussion: """
      EXAMPLES:
        notesctl conflicts
        notesctl conflicts --json --fields id,title

      A conflict has the id of its copy.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ConflictsScreen>()
  @OptionGroup var machine: JSONOutputOptions

  var needs: CommandNeeds { .existingStore }

  func run(on screen: ConflictsScreen) async throws {
    let state = try await screen.conflicts.run { await $0.load() }
    if machine.isRequested {
      return try screen.console.write(machine.text(state.rows.map(\.value), .conflict), to: .output)
    }
    guard !state.rows.isEmpty else { return try screen.console.write("No conflicts.\n", to: .notice) }
    let isTerminal = screen.console.traits(of: .output).isTerminal
    for row in state.rows {
      let id = isTerminal ? row.label : row.value.id.description
      let met = screen.times.short(row.value.detected)
      try screen.console.write("\(.dim, id)  \(.dim, met)  \(.title, row.value.theirs.title)\n", to: .output)
    }
    if isTerminal, let first = state.rows.first {
      try screen.console.write("\(.dim, "Show one: notesctl conflicts show \(first.label)")\n", to: .notice)
    }
  }
}

struct ConflictsShowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "show", abstract: "Show what both sides changed.",
    discussion: """
      EXAMPLES:
        notesctl conflicts show 019a0c3e
        notesctl conflicts show 019a0c3e --json

      "theirs" is the remote version, kept in the note; "ours" is the local version, kept in the \
      copy. Each is compared with the common ancestor, if known.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ConflictsScreen>()
  @OptionGroup var machine: JSONOutputOptions

  @Argument(
    help: ArgumentHelp("The copy or the note: its number, id, title or path.", valueName: "note"), completion: .conflict
  )
  var reference: String

  var needs: CommandNeeds { .existingStore }

  func run(on screen: ConflictsScreen) async throws {
    guard let open = try await screen.conflicts.run({ await $0.open(reference) }).opened else { return }
    let text =
      machine.isRequested
      ? try machine.text(JSONFields.openConflict.object(open)) : ConflictPage(times: screen.times).text(open)
    try screen.console.write(text, to: .output)
  }
}

struct ConflictsResolveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "resolve", abstract: "Resolve a conflict.",
    discussion: """
      EXAMPLES:
        notesctl conflicts resolve 019a0c3e --keep theirs   trash the copy
        notesctl conflicts resolve 019a0c3e --keep ours     use its text, trash it
        notesctl conflicts resolve 019a0c3e --keep both     keep two notes
        notesctl conflicts resolve 019a0c3e --edit          merge both versions

      All of these are ordinary changes, which the next sync sends to the other devices. With \
      --edit the editor opens with the lines of both versions, theirs before ours where they differ.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ConflictsScreen>()

  @Option(help: ArgumentHelp("The version to keep: ours, theirs or both.", valueName: "side"))
  var keep: ConflictSide?

  @Flag(help: "Merge both versions in the editor.")
  var edit = false

  @Argument(
    help: ArgumentHelp("The copy or the note: its number, id, title or path.", valueName: "note"), completion: .conflict
  )
  var reference: String

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if (keep != nil) == edit { throw Self.usage("Specify --keep ours, --keep theirs, --keep both, or --edit.") }
  }

  func run(on screen: ConflictsScreen) async throws {
    if let keep {
      await screen.conflicts.resolve(reference, keeping: keep)
    } else {
      await screen.conflicts.open(reference)
      if let open = screen.conflicts.state.opened, screen.console.isInputTerminal {
        try screen.console.write(ConflictPage(times: screen.times).text(open, isBrief: true), to: .error)
      }
      if screen.conflicts.state.phase.failure == nil { await screen.conflicts.edit(reference) }
    }
    if case .untouched(let proposal) = screen.conflicts.state.outcome {
      guard try isConfirmed(proposal, screen.console) else {
        return try screen.console.write("Nothing was changed; the conflict is unresolved.\n", to: .error)
      }
      let seen = screen.conflicts.state.opened?.digest
      await screen.conflicts.resolve(reference, with: proposal, seen: seen)
    }
    try report(screen.conflicts.state, screen.console)
  }

  /// Asks whether to use a proposal that was saved unchanged: leaving an editor without a change means yes to some people
  /// and no to others.
  private func isConfirmed(_ proposal: String, _ console: any Console) throws -> Bool {
    guard console.isInputTerminal else { return false }
    return try console.confirm("The proposed text with the lines of both versions is unchanged. Use it?")
  }

  /// The location of the version that was not kept.
  private var remainderNote: StyledText {
    switch keep {
    case .ours: "; the previous text is in its history"
    case .theirs, .both: "; the other version is in the trash"
    case nil: "; the copy is in the trash"
    }
  }

  private func report(_ state: ConflictsState, _ console: any Console) throws {
    try state.phase.check()
    guard let open = state.opened else { return }
    switch state.outcome {
    case .settled(let note):
      var line: StyledText = "Resolved: kept the text of “\(note.title)”"
      if note.id != open.conflict.copy, open.copy != nil { line += remainderNote }
      line += "."
      let undo: StyledText = state.changeSet == nil ? "" : "  \(.dim, "Undo: notesctl undo")"
      try console.write(line + undo + "\n", to: .notice)
    case .keptBoth(let note, let copy):
      try console.write("Resolved: kept both “\(note.title)” and “\(copy.title)”.\n", to: .notice)
    case .abandoned:
      try console.write("The text is empty; nothing was changed and the conflict is unresolved.\n", to: .error)
    case .changedMeanwhile:
      try console.write("The versions changed meanwhile. The conflict is unresolved.\n", to: .error)
    case .keptAsNewNote(let copy, let stored):
      try console.write(
        """
        “\(stored.title)” changed elsewhere while you edited it, so the conflict is unresolved.
        Your version is the new note “\(copy.title)”.  \(.dim, "notesctl show \(copy.id.description)")\n
        """, to: .error)
    case .resolvedElsewhere(let copy):
      try console.write(
        """
        The conflict was resolved elsewhere while you edited it.
        Your version is the new note “\(copy.title)”.  \(.dim, "notesctl show \(copy.id.description)")\n
        """, to: .error)
    case .untouched, nil:
      break
    }
  }
}

extension ConflictSide: ExpressibleByArgument {}
