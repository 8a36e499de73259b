extension GraphDescription {
  /// The graph as a tree from each root, for a terminal. What was shown before is named and not shown again.
  public var text: String {
    let bindings = bindings
    var lines: [String] = []
    var shown: Set<Int> = []
    for root in roots {
      var stack = [(position: root, prefix: "", branch: "", below: "")]
      while let item = stack.popLast() {
        let binding = bindings[item.position]
        let isNew = shown.insert(item.position).inserted
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
  /// The key with what matters about it, on one line.
  fileprivate var label: String {
    let words: [String?] = [kindWord, isolation == .main ? "main actor" : isolation == .async ? "await" : nil, module]
    return "\(key)  (\(words.compactMap(\.self).joined(separator: ", ")))"
  }

  private var kindWord: String {
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
