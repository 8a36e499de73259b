import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct UndoCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    _superCommandName: "notesctl",
    abstract: "Take changes back.",
    discussion: """
      EXAMPLES:
        notesctl undo
        notesctl undo 12 --dry-run
        notesctl undo 13        where 13 was an undo: do it again after all

      Without a number it takes back the last command or import that is still in force; changes \
      that came with a sync only by their number. What was changed since stays, as far as it \
      touches other lines. If one note cannot be taken back, none is. Notes that were added go to \
      the trash.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Only print what it would do.")
  var isDryRun = false

  @Argument(help: ArgumentHelp("The number of the changes, from 'notesctl history'.", valueName: "number"))
  var number: Int?

  struct Screen: Sendable {
    let undo: UndoViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.undo.undo(number, isDryRun: isDryRun)
    let state = screen.undo.state
    if let failure = state.phase.failure { throw failure }
    guard let set = state.changeSet else { return }
    switch state.outcome {
    case .done(let own):
      let titles = ChangeWords.titles(of: state.changes, count: state.count)
      try screen.console.write(
        "Took back \(set.id): \(titles).  \(.dim, "Undo: notesctl undo \(own)")\n", to: .notice)
    case .possible:
      for change in state.changes {
        let title = (change.after ?? change.before)?.title ?? ""
        try screen.console.write(
          "\(raw: change.id.description)  \(title): \(ChangeWords.outcome(of: change))\n", to: .output)
      }
      if state.count > state.changes.count {
        try screen.console.write("… and \(state.count - state.changes.count) more\n", to: .output)
      }
      try screen.console.write("Nothing was changed.  \(.dim, "Do it: notesctl undo \(set.id)")\n", to: .notice)
    case .nothingLeft:
      try screen.console.write("Of \(set.id) nothing is left to take back.\n", to: .notice)
    case nil:
      break
    }
  }
}
