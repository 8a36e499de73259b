import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct PickCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "pick", abstract: "Choose a note and print its id.",
    discussion: """
      EXAMPLES:
        notesctl edit $(notesctl pick)
        notesctl show $(notesctl pick tag:kitchen)
        notesctl pick --multi is:pinned | notesctl tag - later

      Notes are chosen in fzf if it is installed, otherwise from a numbered list, by a number, a \
      title or a part of it. A query selects the notes as in 'list'. The status is 1 if nothing is \
      chosen.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(name: [.short, .long], help: "Choose several notes.")
  var multi = false

  @Flag(name: .customLong("no-fzf"), help: "Choose from a numbered list.")
  var hasNoFinder = false

  @Argument(help: "The query.", completion: .query)
  var query: [String] = []

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let pick: PickViewModel
    let times: TimeText
    let console: any Console
  }

  static func arranged(_ arguments: [String]) -> [String] { QueryArguments.arranged(arguments, shortOptions: "") }

  func run(on screen: Screen) async throws {
    let query = NoteFilter.text(joining: query)
    if screen.pick.hasFuzzyFinder, !hasNoFinder {
      let times = screen.times
      try await screen.pick.run {
        await $0.chooseInFinder(query, allowsSeveral: multi) { Self.row($0, times) }
      }
    } else {
      try await choose(by: query, on: screen)
    }
    let chosen = screen.pick.state.chosen
    for id in chosen { try screen.console.write("\(raw: id.description)\n", to: .output) }
    guard chosen.isEmpty else { return }
    try screen.console.write("Nothing was chosen.\n", to: .notice)
    throw ExitStatus.exitCode
  }

  /// Asks until an answer names a note, or is empty. The list is on the error stream, since the output is the id.
  private func choose(by query: String, on screen: Screen) async throws {
    var state = try await screen.pick.run { await $0.load(query) }
    while state.chosen.isEmpty, !state.rows.isEmpty {
      if !state.isUnknown {
        let table = NoteTable(times: screen.times, width: screen.console.traits(of: .error).width)
        try screen.console.write(table.text(state.rows), to: .error)
        if state.hasMore { try screen.console.write("\(.dim, "and more; a part of a title finds them")\n", to: .error) }
      }
      let question: StyledText = multi ? "Numbers, or a title or part of it: " : "Number, title or part of it: "
      guard let answer = try screen.console.ask(question), !answer.isBlank else { return }
      state = try await screen.pick.run { await $0.choose(answer, allowsSeveral: multi) }
      if state.isUnknown { try screen.console.write("No note has “\(answer)” in its title.\n", to: .error) }
    }
  }

  /// Returns the row of a note in the finder: title, notebook, tags and time of change.
  private static func row(_ note: NoteSummary, _ times: TimeText) -> String {
    let parts = [note.title, note.notebook.path, note.tags.hashtags, times.short(note.modified)]
    return TerminalEscaping.escaped(parts.filter { !$0.isEmpty }.joined(separator: "  "), keepingLines: false)
  }
}
