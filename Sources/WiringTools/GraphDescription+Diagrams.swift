public import Wiring

extension GraphDescription {
  /// The graph in the language of Graphviz, one cluster per module.
  public var dot: String {
    diagram(
      head: ["digraph graph_of_objects {", "  rankdir=LR; node [shape=box, fontname=\"Helvetica\"];"], tail: ["}"],
      group: { ["  subgraph cluster_\($0) {", "    label=\"\(Self.quoted($1))\";"] }, groupEnd: "  }",
      node: { "    b\($0) [label=\"\(Self.quoted($1))\\n\(Self.quoted($2))\"];" }, edge: { "  b\($0) -> b\($1);" })
  }

  /// The graph as a Mermaid flow chart, one subgraph per module.
  public var mermaid: String {
    diagram(
      head: ["flowchart LR"], tail: [], group: { ["  subgraph m\($0)[\"\(Self.escaped($1))\"]"] }, groupEnd: "  end",
      node: { "    b\($0)[\"\(Self.escaped($1))<br/>\(Self.escaped($2))\"]" }, edge: { "  b\($0) --> b\($1)" })
  }

  private func diagram(
    head: [String], tail: [String], group: (_ number: Int, _ module: String) -> [String], groupEnd: String,
    node: (_ position: Int, _ key: String, _ kind: String) -> String, edge: (_ from: Int, _ to: Int) -> String
  ) -> String {
    let bindings = bindings
    var lines = head
    let modules = Dictionary(grouping: bindings.indices) { bindings[$0].module }.sorted { $0.key < $1.key }
    for (number, module) in modules.enumerated() {
      lines += group(number, module.key)
      lines += module.value.map { position in
        let binding = bindings[position]
        return node(position, binding.key.description, binding.isValue ? "value" : binding.scope.name)
      }
      lines.append(groupEnd)
    }
    for (position, binding) in bindings.enumerated() { lines += binding.dependencies.map { edge(position, $0) } }
    return (lines + tail).joined(separator: "\n") + "\n"
  }

  // By scalars: a quote with an accent is one character, which is not equal to a quote.

  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n", "\r": " "
      default: String(scalar)
      }
    }.joined()
  }

  /// The text escaped for HTML, between tags or in an attribute's double quotes.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "&": "&amp;"
      case "\n", "\r": " "
      default: String(scalar)
      }
    }.joined()
  }
}
