import ArgumentParser
import Wiring

struct GraphCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    _superCommandName: "notesctl",
    abstract: "Show the objects this program is made of, and what each needs.",
    discussion: """
      EXAMPLES:
        notesctl graph
        notesctl graph --format dot | dot -Tsvg > graph.svg
        notesctl graph --format mermaid
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: "The form: text, dot or mermaid.")
  var format: Format = .text

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, dot, mermaid
  }

  struct Screen: Sendable {
    let graph: GraphDescription
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let text =
      switch format {
      case .text: screen.graph.text
      case .dot: screen.graph.dot
      case .mermaid: screen.graph.mermaid
      }
    try screen.console.write(StyledText(trusted: text), to: .output)
  }
}
