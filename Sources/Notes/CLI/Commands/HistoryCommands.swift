import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// Earlier versions of notes, and undo.
  static let history = CommandFeature(
    Entry(.history, commands: [HistoryCommand.self, DiffCommand.self, UndoCommand.self])
  ) { binder in
    binder.screen(HistoryCommand.Screen.init)
    binder.screen(DiffCommand.Screen.init)
    binder.screen(UndoCommand.Screen.init)
  }
}

struct HistoryCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "history", abstract: "Show the history, newest first.",
    discussion: """
      EXAMPLES:
        notesctl history
        notesctl history 019a0c3e
        notesctl diff 019a0c3e --to 12
        notesctl undo 12

      Every command that changes notes, every import and every sync has a number. For a note, each \
      line is a version and what changed since the previous one. A purged note is named by its \
      full id.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("Print at most N lines. (default: 20)", valueName: "n"))
  var limit: Int?

  @Argument(
    help: ArgumentHelp("The note: a number, id, title or path (default: the whole store).", valueName: "note"),
    completion: .note)
  var reference: String?

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let history: HistoryViewModel
    let times: TimeText
    let page: PageSettings
    let console: any Console
  }

  func validate() throws {
    try Self.check(limit: limit)
  }

  func run(on screen: Screen) async throws {
    let limit = limit ?? screen.page.size(isForPerson: false) ?? 20
    if let reference {
      await screen.history.load(reference, limit: limit)
    } else {
      await screen.history.load(limit: limit)
    }
    let state = screen.history.state
    try state.phase.check()
    if machine.isRequested {
      let text =
        reference == nil
        ? try machine.text(state.changeSets, .changeSet) : try machine.text(state.rows.map(\.version), .version)
      return try screen.console.write(text, to: .output)
    }
    let output = screen.console.traits(of: .output)
    let table = HistoryTable(times: screen.times, width: output.width)
    try screen.console.write(table.text(state.changeSets) + table.text(state.rows), to: .output)
    if state.changeSets.isEmpty, state.rows.isEmpty, limit > 0 {
      return try screen.console.write("No history yet.\n", to: .notice)
    }
    if output.isTerminal { try screen.console.write(hint(state), to: .notice) }
  }

  private func hint(_ state: HistoryState) -> StyledText {
    if let number = state.rows.first?.version.changeSet {
      return "\(.dim, "Show one: notesctl diff \(state.shortID) --to \(number)")\n"
    }
    return state.changeSets.isEmpty ? "" : "\(.dim, "Undo the last change: notesctl undo")\n"
  }
}

struct DiffCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "diff", abstract: "Show what changed in a note.",
    discussion: """
      EXAMPLES:
        notesctl diff 019a0c3e
        notesctl diff 019a0c3e --to 12
        notesctl diff 019a0c3e --from 9

      The numbers are those of 'notesctl history ID'. Without them it shows the last change; with \
      only --to, that change; with only --from, everything since. Number 0 is the note before its \
      history began.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("The number of the older version.", valueName: "number"))
  var from: Int?

  @Option(help: ArgumentHelp("The number of the newer version.", valueName: "number"))
  var to: Int?

  @Argument(help: .note, completion: .note)
  var reference: String

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let diff: DiffViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let state = try await screen.diff.run { await $0.compare(reference, from: from, to: to) }
    guard let difference = state.difference else { return }
    if machine.isRequested {
      return try screen.console.write(machine.text(.difference(state)), to: .output)
    }
    guard !difference.isEmpty else {
      return try screen.console.write("The two versions are identical.\n", to: .notice)
    }
    try screen.console.write(DiffPage(times: screen.times).text(state), to: .output)
  }
}

struct UndoCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "undo", abstract: "Undo changes.",
    discussion: """
      EXAMPLES:
        notesctl undo
        notesctl undo 12 --dry-run
        notesctl undo 13        where 13 was an undo: redo it

      Without a number it undoes the last command or import not yet undone; synced changes are \
      undone only by number. Later changes to other lines are kept. If one note cannot be undone, \
      none is. Added notes are moved to the trash.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Only print what would change.")
  var isDryRun = false

  @Argument(help: ArgumentHelp("The number of the change set, from 'notesctl history'.", valueName: "number"))
  var number: Int?

  struct Screen: Sendable {
    let undo: UndoViewModel
    let console: any Console
  }

  var needs: CommandNeeds { .existingStore }

  func run(on screen: Screen) async throws {
    let state = try await screen.undo.run { await $0.undo(number, isDryRun: isDryRun) }
    guard let set = state.changeSet else { return }
    switch state.outcome {
    case .done(let own):
      let titles = ChangeText.titles(of: state.changes, count: state.count)
      try screen.console.write("Undid \(set.id): \(titles).  \(.dim, "Undo: notesctl undo \(own)")\n", to: .notice)
      try screen.console.reportLinks(mended: state.links.mended, broken: state.links.broken)
    case .possible:
      for change in state.changes {
        let title = (change.after ?? change.before)?.title ?? ""
        try screen.console.write(
          "\(raw: change.id.description)  \(title): \(ChangeText.outcome(of: change))\n", to: .output)
      }
      if state.count > state.changes.count {
        try screen.console.write("… and \(state.count - state.changes.count) more\n", to: .output)
      }
      try screen.console.write("Dry run; nothing was changed.  \(.dim, "Run: notesctl undo \(set.id)")\n", to: .notice)
    case .nothingLeft:
      try screen.console.write("Nothing left to undo in \(set.id).\n", to: .notice)
    case nil:
      break
    }
  }
}
