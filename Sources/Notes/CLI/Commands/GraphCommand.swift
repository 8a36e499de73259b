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
        notesctl graph --scan --context demo.yaml
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(help: "The form: text, dot, mermaid, json or html, a page for a browser.")
  var format: Format = .text

  @Option(help: ArgumentHelp("Explain one object: what provides it, and who needs it.", valueName: "name"))
  var explain: String?

  @Flag(help: "Show every component of the program, and whether a context file's scan includes it, and why.")
  var scan = false

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, dot, mermaid, json, html
  }

  struct Screen: Sendable {
    let graph: GraphDescription
    let components: ComponentRegistry
    let console: any Console
  }

  func validate() throws {
    guard scan else { return }
    if explain != nil { throw Self.usage("--scan and --explain exclude each other.") }
    if ![.text, .json].contains(format) { throw Self.usage("--scan is shown as text or as json.") }
  }

  func run(on screen: Screen) async throws {
    if scan { return try showScan(on: screen) }
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

  private func showScan(on screen: Screen) throws {
    let report = ScanReport(screen.graph.scan, of: screen.components)
    if format == .json {
      return try screen.console.write(StyledText(trusted: report.json.pretty + "\n"), to: .output)
    }
    if !report.isScanned {
      try screen.console.write("No context file asks for a scan; definitions can name these types.\n", to: .notice)
    }
    try screen.console.write(StyledText(trusted: report.text), to: .output)
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

/// The components of the program, and what the scan of a context says of each.
struct ScanReport {
  private let lines: [(component: Component, verdict: ScannedComponent.Verdict?)]

  /// - Parameters:
  ///   - scan: What the scan says; empty without one.
  ///   - registry: The components, where there is no scan.
  init(_ scan: [ScannedComponent], of registry: ComponentRegistry) {
    lines =
      scan.isEmpty
      ? registry.components.map { ($0, nil) }.sorted { $0.component.typeName < $1.component.typeName }
      : scan.map { ($0.component, $0.verdict) }
  }

  /// Whether there is a scan.
  var isScanned: Bool { lines.contains { $0.verdict != nil } }

  /// One line for each component: type, module, scope, verdict.
  var text: String {
    let typeWidth = lines.map(\.component.typeName.count).max() ?? 0
    let moduleWidth = lines.map(\.component.module.count).max() ?? 0
    return lines.map { component, verdict in
      let type = component.typeName.padded(typeWidth)
      let module = component.module.padded(moduleWidth)
      return "\(type)  \(module)  \(component.scope.name.padded(9))  \(Self.words(verdict))\n"
    }.joined()
  }

  /// The same for programs.
  var json: JSONValue {
    .array(
      lines.map { component, verdict in
        .members(
          ("type", .string(component.typeName)), ("name", .string(component.name)),
          ("module", .string(component.module)), ("stereotype", .string(component.stereotype)),
          ("scope", .string(component.scope.name)), ("location", .string(component.location.description)),
          ("isIncluded", .bool(verdict?.isIncluded ?? false)), ("verdict", .string(Self.words(verdict))))
      })
  }

  private static func words(_ verdict: ScannedComponent.Verdict?) -> String {
    verdict?.description ?? "left out: there is no scan"
  }
}

extension ScannedComponent.Verdict {
  fileprivate var isIncluded: Bool { if case .included = self { true } else { false } }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
