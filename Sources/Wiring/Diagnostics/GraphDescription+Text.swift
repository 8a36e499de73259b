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
