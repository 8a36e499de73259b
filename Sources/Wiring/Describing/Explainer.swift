/// Finds what there is to know about a key.
struct Explainer {
  private let analysis: Analysis
  private let report: ProblemReport

  init(_ analysis: Analysis) {
    self.analysis = analysis
    report = ProblemReport(analysis)
  }

  func explain(_ key: AnyKey) -> Explanation {
    let position = analysis.positions[key]
    let facts = (position.map(provided) ?? missing(key)) + others(key)
    return Explanation(key: key, facts: facts.filter { !$0.lines.isEmpty }, position: position)
  }

  private func provided(at position: Int) -> [Explanation.Fact] {
    let layers = layers(from: position)
    let base = layers[layers.count - 1]
    let consumers = analysis.consumers()[position].map(report.name)
    return [
      fact("bound by", ["\(report.moduleName(base))  \(report.site(base).short)"]),
      fact("layers", layers.dropLast().map { "\(report.signature($0))  \(report.site($0).short)" }),
      // As what an object is had says nothing about how long it lives.
      fact("scope", [scope(of: layers.first { analysis.declarations[$0].kind != .view } ?? base)]),
      fact("needs", [analysis.edges.targets(of: base).map(report.name).joined(separator: ", ")]),
      fact("needed by", [Set(consumers).sorted().joined(separator: ", ")]),
      fact(
        "path", [report.isReached(position) ? report.way(to: position).joined(separator: " → ") : "no root needs it"]),
      fact("notes", analysis.declarations[base].notes),
    ]
  }

  /// The position and what lies inside of it: decorators, the stand-in, the binding.
  private func layers(from position: Int) -> [Int] {
    var layers = [position]
    while let last = layers.last {
      let declaration = analysis.declarations[last]
      guard [.decorator, .proxy, .view].contains(declaration.kind) else { break }
      let inner = analysis.edges.targets(of: last).first {
        $0 >= 0 && (declaration.kind == .view || analysis.declarations[$0].key == declaration.key)
      }
      guard let inner else { break }
      layers.append(inner)
    }
    return layers
  }

  private func scope(of position: Int) -> String {
    let scope = analysis.declarations[position].scope.name
    switch analysis.isolations[position] {
    case .any: return scope
    case .main: return "\(scope), made on the main actor"
    case .async: return "\(scope), takes an await"
    }
  }

  private func missing(_ key: AnyKey) -> [Explanation.Fact] {
    let sameType = analysis.declarations.filter { $0.key.type == key.type && !$0.isDerived }.map { "'\($0.key)'" }
    return [fact("missing", ["nothing provides it"]), fact("near", Set(sameType).sorted())]
  }

  private func others(_ key: AnyKey) -> [Explanation.Fact] {
    let excluded = analysis.installer.excluded.filter { $0.declaration.key == key }.map { excluded in
      let place = excluded.declaration.site.location.short
      switch excluded.reason {
      case .condition(let text): return "the binding at \(place): \(text)"
      case .moduleReplaced(let module, let replacement):
        return "the binding at \(place): \(AnyKey(replacement).typeName) replaces \(AnyKey(module).typeName)"
      case .replaced: return "the binding at \(place), which an override replaces"
      case .defaultNotNeeded: return "the default at \(place)"
      case .defined(let location): return "the binding at \(place), in whose place \(location.short) stands"
      case .bound(let location): return "the component at \(place), in whose place \(location.short) stands"
      }
    }
    return [fact("instead of", excluded.sorted())]
  }

  private func fact(_ topic: String, _ lines: [String]) -> Explanation.Fact {
    Explanation.Fact(topic: topic, lines: lines.filter { !$0.isEmpty })
  }
}

extension Declaration {
  /// What else is worth knowing.
  var notes: [String] {
    modifiers.compactMap { modifier in
      switch modifier {
      case .byDefault: "a default"
      case .eager: "made when the graph is built"
      case .real(let place): "reaches \(place)"
      case .lazy(let proxy): "made on the first call of \(AnyKey(proxy.type).typeName)"
      case .condition(_, let text): text
      case .start: "has a start"
      case .stop: "has a stop"
      case .value, .step: nil
      }
    }
  }
}
