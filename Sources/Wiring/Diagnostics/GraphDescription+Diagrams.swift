extension GraphDescription {
  /// The graph as a tree from each root, for a terminal. The dependencies of a binding are printed once.
  public var text: String {
    let bindings = bindings
    var lines: [String] = []
    var printed: Set<Int> = []
    for root in roots {
      var stack = [(position: root, prefix: "", branch: "", below: "")]
      while let item = stack.popLast() {
        let binding = bindings[item.position]
        let isNew = printed.insert(item.position).inserted
        let suffix = isNew || binding.dependencies.isEmpty ? "" : "  ↑"
        lines.append(item.prefix + item.branch + binding.label + suffix)
        guard isNew else { continue }
        let prefix = item.prefix + item.below
        for (offset, dependency) in binding.dependencies.enumerated().reversed() {
          let isLast = offset == binding.dependencies.count - 1
          stack.append((dependency, prefix, isLast ? "└─ " : "├─ ", isLast ? "   " : "│  "))
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension GraphDescription.Binding {
  /// The key with its kind, isolation and module, on one line.
  fileprivate var label: String {
    let isolationName: String? =
      switch isolation {
      case .any: nil
      case .main: "main actor"
      case .async: "await"
      }
    let remarks = [kindName, isolationName, module]
    return "\(key)  (\(remarks.compactMap(\.self).joined(separator: ", ")))"
  }

  private var kindName: String {
    switch kind {
    case .factory: scope.name
    case .value: "value"
    case .opaque: "\(scope.name), opaque"
    case .proxy: "\(scope.name), stand-in"
    case .decorator: "\(scope.name), decorator"
    case .collection: "collection"
    case .handle: "later"
    case .context: "context of \(scope.name)"
    case .view: "the same as"
    }
  }
}

extension GraphDescription {
  /// The graph in the language of Graphviz, one cluster per module.
  public var dot: String {
    let bindings = bindings
    var lines = ["digraph graph_of_objects {", "  rankdir=LR; node [shape=box, fontname=\"Helvetica\"];"]
    for (index, group) in Self.modules(of: bindings).enumerated() {
      lines.append("  subgraph cluster_\(index) {")
      lines.append("    label=\"\(Self.quoted(group.module))\";")
      lines += group.positions.map { position in
        "    b\(position) [label=\"\(Self.quoted(bindings[position].key.description))\\n\(Self.kind(bindings[position]))\"];"
      }
      lines.append("  }")
    }
    lines += Self.edges(of: bindings).map { "  b\($0.from) -> b\($0.to);" }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph as a Mermaid flow chart, one subgraph per module.
  public var mermaid: String {
    let bindings = bindings
    var lines = ["flowchart LR"]
    for (index, group) in Self.modules(of: bindings).enumerated() {
      lines.append("  subgraph m\(index)[\"\(Self.escaped(group.module))\"]")
      lines += group.positions.map { position in
        "    b\(position)[\"\(Self.escaped(bindings[position].key.description))<br/>\(Self.kind(bindings[position]))\"]"
      }
      lines.append("  end")
    }
    lines += Self.edges(of: bindings).map { "  b\($0.from) --> b\($0.to)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func modules(of bindings: [Binding]) -> [(module: String, positions: [Int])] {
    Dictionary(grouping: bindings.indices) { bindings[$0].module }
      .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  private static func edges(of bindings: [Binding]) -> [(from: Int, to: Int)] {
    bindings.enumerated().flatMap { position, binding in binding.dependencies.map { (position, $0) } }
  }

  private static func kind(_ binding: Binding) -> String {
    binding.isValue ? "value" : binding.scope.name
  }

  private static func quoted(_ text: String) -> String {
    text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }

  /// The text escaped for HTML, between tags or in an attribute's double quotes.
  static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "&": "&amp;"
      default: String(character)
      }
    }.joined()
  }
}
