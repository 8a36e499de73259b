import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct StatsCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    _superCommandName: "notesctl",
    abstract: "Show how much there is.",
    discussion: """
      EXAMPLES:
        notesctl stats
        notesctl stats --json
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: MachineFormat

  struct Screen: Sendable {
    let statistics: StatisticsViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.statistics.load()
    if let failure = screen.statistics.state.phase.failure { throw failure }
    let statistics = screen.statistics.state.statistics
    let text = machine.isWanted ? StyledText(trusted: try machine.text(.statistics(statistics))) : page(statistics)
    try screen.console.write(text, to: .output)
  }

  private func page(_ statistics: NoteStatistics) -> StyledText {
    var text = row("notes", "\(statistics.active)")
    if statistics.pinned > 0 { text += row("pinned", "\(statistics.pinned)") }
    if statistics.archived > 0 { text += row("archived", "\(statistics.archived)") }
    if statistics.trashed > 0 { text += row("in the trash", "\(statistics.trashed)") }
    text += row("text", ByteText.of(statistics.textBytes))
    text += row("store", ByteText.of(statistics.storeBytes))
    text += top("notebooks", statistics.notebooks.map { ($0.name == .root ? "(none)" : $0.name.path, $0.notes) })
    text += top("tags", statistics.tags.map { ("#" + $0.name.name, $0.notes) })
    return text
  }

  private func row(_ name: String, _ value: String) -> StyledText {
    let label = name + String(repeating: " ", count: max(0, 14 - name.count))
    return "\(.dim, label)\(value)\n"
  }

  private func top(_ name: String, _ counts: [(String, Int)]) -> StyledText {
    guard !counts.isEmpty else { return "" }
    var text = row(name, "\(counts.count)")
    for (name, notes) in counts.prefix(10) {
      let number = String(notes)
      text += "  \(raw: String(repeating: " ", count: max(0, 12 - number.count)))\(notes)  \(name)\n"
    }
    return text
  }
}
