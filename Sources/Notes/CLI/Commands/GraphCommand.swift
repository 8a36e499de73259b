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
        notesctl graph --format json | jq -r '.bindings[] | select(.scope == "singleton") | .key'
        notesctl graph --format html > graph.html
        notesctl graph --explain 'any NoteRepository'
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(help: "The form: text, dot, mermaid, json or html, a page for a browser.")
  var format: Format = .text

  @Option(help: ArgumentHelp("Explain one object: what provides it, and who needs it.", valueName: "name"))
  var explain: String?

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, dot, mermaid, json, html
  }

  struct Screen: Sendable {
    let graph: GraphDescription
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    if let explain { return try show(explain, on: screen) }
    let text =
      switch format {
      case .text: screen.graph.text
      case .dot: screen.graph.dot
      case .mermaid: screen.graph.mermaid
      case .json: screen.graph.json
      case .html: screen.graph.html(title: "notesctl")
      }
    try screen.console.write(StyledText(trusted: text), to: .output)
  }

  private func show(_ name: String, on screen: Screen) throws {
    let explanations = screen.graph.explain(named: name)
    guard !explanations.isEmpty else {
      throw CommandFailure(
        "no object of this program is called “\(name)”",
        hints: ["'notesctl graph' shows them all, with the names that they have here"], status: .noInput)
    }
    for explanation in explanations {
      try screen.console.write(StyledText(trusted: "\(explanation)\n"), to: .output)
    }
  }
}
