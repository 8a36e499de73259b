import ArgumentParser
import Wiring
import WiringDefinitions
import WiringTools

struct GraphCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "graph", abstract: "Show the objects of this program and their dependencies.",
    discussion: """
      EXAMPLES:
        notesctl graph
        notesctl graph --format dot | dot -Tsvg > graph.svg
        notesctl graph --format mermaid
        notesctl graph --format json | jq -r '.bindings[].key'
        notesctl graph --format html > graph.html
        notesctl graph --explain 'any NoteRepository'
        notesctl graph --scan --context demo.yaml
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(help: "The output format: text, dot, mermaid, json or html.")
  var format: Format = .text

  @Option(help: ArgumentHelp("Explain one object: its provider and the objects that need it.", valueName: "name"))
  var explain: String?

  @Flag(help: "Show every component, and whether the scan of the context file includes it and why.")
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
    if explain != nil { throw Self.usage("--scan and --explain cannot be used together.") }
    if ![.text, .json].contains(format) { throw Self.usage("--scan supports only the formats text and json.") }
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
      try screen.console.write("No scan is configured; definitions can refer to these types.\n", to: .notice)
    }
    try screen.console.write(StyledText(trusted: report.text), to: .output)
  }

  private func show(_ name: String, on screen: Screen) throws {
    let explanations = screen.graph.explain(named: name)
    guard !explanations.isEmpty else {
      throw CommandFailure("no object named “\(name)”", hints: ["'notesctl graph' lists all objects"], status: .noInput)
    }
    for explanation in explanations {
      try screen.console.write(StyledText(trusted: "\(explanation)\n"), to: .output)
    }
  }
}

/// The components of the program, with the verdict of a context's scan on each.
struct ScanReport {
  private let lines: [(component: Component, verdict: ScannedComponent.Verdict?)]

  /// Creates a report from a scan; without one, from all registered components.
  init(_ scan: [ScannedComponent], of registry: ComponentRegistry) {
    lines =
      scan.isEmpty
      ? registry.components.map { ($0, nil) }.sorted { $0.component.typeName < $1.component.typeName }
      : scan.map { ($0.component, $0.verdict) }
  }

  /// Whether a scan is configured.
  var isScanned: Bool { lines.contains { $0.verdict != nil } }

  /// One line for each component: type, module, scope, verdict.
  var text: String {
    let typeWidth = lines.map(\.component.typeName.count).max() ?? 0
    let moduleWidth = lines.map(\.component.module.count).max() ?? 0
    return lines.map { component, verdict in
      let type = component.typeName.padded(to: typeWidth)
      let module = component.module.padded(to: moduleWidth)
      return "\(type)  \(module)  \(component.scope.name.padded(to: 9))  \(Self.text(verdict))\n"
    }.joined()
  }

  /// The report as an array of objects.
  var json: JSONValue {
    .array(
      lines.map { component, verdict in
        .members(
          ("type", .string(component.typeName)), ("name", .string(component.name)),
          ("module", .string(component.module)), ("stereotype", .string(component.stereotype)),
          ("scope", .string(component.scope.name)), ("location", .string(component.location.description)),
          ("isIncluded", .bool(verdict?.isIncluded ?? false)), ("verdict", .string(Self.text(verdict))))
      })
  }

  private static func text(_ verdict: ScannedComponent.Verdict?) -> String {
    verdict?.description ?? "left out: there is no scan"
  }
}

extension ScannedComponent.Verdict {
  fileprivate var isIncluded: Bool { if case .included = self { true } else { false } }
}
