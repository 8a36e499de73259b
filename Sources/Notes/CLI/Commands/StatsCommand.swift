import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct StatsCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "stats", abstract: "Show statistics about the store.",
    discussion: """
      EXAMPLES:
        notesctl stats
        notesctl stats --json
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let statistics: StatisticsViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let statistics = try await screen.statistics.run { await $0.load() }.statistics
    let text = machine.isRequested ? try machine.text(.statistics(statistics)) : page(statistics)
    try screen.console.write(text, to: .output)
  }

  private func page(_ statistics: NoteStatistics) -> StyledText {
    var text = row("notes", "\(statistics.active)")
    if statistics.pinned > 0 { text += row("pinned", "\(statistics.pinned)") }
    if statistics.archived > 0 { text += row("archived", "\(statistics.archived)") }
    if statistics.trashed > 0 { text += row("in the trash", "\(statistics.trashed)") }
    text += row("text", ByteCountText.of(statistics.textBytes))
    text += row("store", ByteCountText.of(statistics.storeBytes))
    text += top("notebooks", statistics.notebooks.map { ($0.name == .root ? "(none)" : $0.name.path, $0.notes) })
    text += top("tags", statistics.tags.map { ("#" + $0.name.name, $0.notes) })
    return text
  }

  private func row(_ label: String, _ value: String) -> StyledText { .row(label, "\(raw: value)", width: 14) }

  private func top(_ name: String, _ counts: [(String, Int)]) -> StyledText {
    guard !counts.isEmpty else { return "" }
    var text = row(name, "\(counts.count)")
    for (name, notes) in counts.prefix(10) {
      text += "  \(raw: String(notes).leftPadded(to: 12))  \(name)\n"
    }
    return text
  }
}
