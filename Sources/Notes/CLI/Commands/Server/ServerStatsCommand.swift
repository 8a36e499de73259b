import ArgumentParser
import NotesDomain
import Wiring

struct ServerStatsCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    _superCommandName: "notesctl server",
    abstract: "Show how much a server keeps.",
    discussion: """
      EXAMPLES:
        notesctl server stats
        notesctl server stats --json
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: MachineFormat

  struct Screen: Sendable {
    let maintenance: any ServerMaintenance
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let statistics = try await screen.maintenance.statistics()
    let text =
      machine.isWanted
      ? StyledText(trusted: try machine.text(.serverStatistics(statistics)))
      : Table(statistics).text
    try screen.console.write(text, to: .output)
  }

  private struct Table {
    private(set) var text: StyledText = ""

    init(_ statistics: ServerStatistics) {
      add("accounts", "\(statistics.accounts)")
      add("devices", "\(statistics.devices)")
      add("notes", "\(statistics.notes)")
      add("tombstones", "\(statistics.tombstones)")
      add("receipts", "\(statistics.receipts)")
      add("text", ByteText.of(statistics.noteBytes))
      if statistics.blobs > 0 { add("attachments", "\(statistics.blobs), \(ByteText.of(statistics.blobBytes))") }
      add("store", ByteText.of(statistics.storeBytes))
      add("version", "\(statistics.schema)")
    }

    private mutating func add(_ name: String, _ value: String) {
      text += "\(.dim, name + String(repeating: " ", count: max(0, 14 - name.count)))\(value)\n"
    }
  }
}
