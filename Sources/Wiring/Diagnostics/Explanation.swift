/// The facts that a plan knows about one key: its binding, its consumers, and the bindings that it replaces.
///
/// ```
/// any NoteRepository
///   bound by    PersistenceModule  NotesPersistence/PersistenceModule.swift:24
///   layers      decorator (any NoteRepository, CallProfiler)  NotesCLI/CLIModule.swift:18
///               stand-in LazyNoteRepository
///   scope       singleton
///   needs       NoteDatabase
///   needed by   NoteListViewModel, SearchViewModel
///   path        ListCommand.Screen → NoteListViewModel → any NoteRepository
///   instead of  the default at NotesDomain/…:9
/// ```
public struct Explanation: Sendable, Hashable {
  /// A fact about the key.
  public struct Fact: Sendable, Hashable {
    /// The topic, as in `needed by`.
    public let topic: String
    /// The text of the fact, in one or more lines.
    public let lines: [String]
  }

  /// The key.
  public let key: AnyKey
  /// The facts; without the topic `bound by` when nothing provides the key.
  public let facts: [Fact]
  /// The position of its binding in ``GraphDescription/bindings``; `nil` when nothing provides the key.
  public let position: Int?
}

extension Explanation: CustomStringConvertible {
  /// The facts as a table.
  public var description: String {
    var lines = [key.description]
    for fact in facts {
      for (index, line) in fact.lines.enumerated() {
        let topic = index == 0 ? fact.topic : ""
        lines.append("  " + topic + String(repeating: " ", count: max(1, 12 - topic.count)) + line)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Plan {
  /// Explains a type, or a qualified key of it.
  public func explain<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified
  ) -> Explanation {
    ExplanationBuilder(bindings).explain(AnyKey(type, qualifier: key.qualifier))
  }
}

extension GraphDescription {
  /// Explains a key.
  public func explain(_ key: AnyKey) -> Explanation {
    ExplanationBuilder(bindingGraph).explain(key)
  }

  /// Explains the keys of a name, as this description prints them: `any Clock`, `Report`, `any Store "cache"`.
  ///
  /// - Returns: An explanation of each key of that name, since types of several modules can share one; empty when no key has
  ///   it, neither bound nor missing.
  public func explain(named name: String) -> [Explanation] {
    var keys: [AnyKey] = []
    let missing = problems.isEmpty ? [] : bindingGraph.missingDependencies().map(\.key)
    for key in bindingGraph.declarations.map(\.key) + missing where key.description == name && !keys.contains(key) {
      keys.append(key)
    }
    return keys.map(explain)
  }
}

/// The builder of explanations.
final class ExplanationBuilder {
  private let bindingGraph: BindingGraph
  private let report: ProblemReport

  init(_ bindingGraph: BindingGraph) {
    self.bindingGraph = bindingGraph
    report = ProblemReport(bindingGraph)
  }

  func explain(_ key: AnyKey) -> Explanation {
    let position = bindingGraph.positions[key]
    let facts = (position.map(provided) ?? missing(key)) + others(key)
    return Explanation(key: key, facts: facts.filter { !$0.lines.isEmpty }, position: position)
  }

  private func provided(at position: Int) -> [Explanation.Fact] {
    let layers = layers(from: position)
    let base = layers[layers.count - 1]
    let consumers = bindingGraph.consumers()[position].map(report.name)
    return [
      fact("bound by", ["\(report.moduleName(base))  \(report.site(base).short)"]),
      fact("layers", layers.dropLast().map { "\(report.signature($0))  \(report.site($0).short)" }),
      // A view does not affect the lifetime of its object.
      fact("scope", [scope(of: layers.first { bindingGraph.declarations[$0].kind != .view } ?? base)]),
      fact("needs", [needs(of: base).joined(separator: ", ")]),
      fact("needed by", [Set(consumers).sorted().joined(separator: ", ")]),
      fact("path", [report.isReached(position) ? report.pathText(to: position) : "no root needs it"]),
      fact("notes", bindingGraph.declarations[base].notes),
    ]
  }

  /// The names of a binding's dependencies.
  private func needs(of position: Int) -> [String] {
    bindingGraph.edges.targets(of: position).enumerated().map { parameter, target in
      guard target == Edges.missing else { return report.name(target) }
      return
        "\(bindingGraph.referred(bindingGraph.declarations[position].dependencies[parameter]).key), which is missing"
    }
  }

  /// The position and the positions inside it: decorators, the proxy, the binding.
  private func layers(from position: Int) -> [Int] {
    var layers = [position]
    while let inner = bindingGraph.innerPosition(of: layers[layers.count - 1]) { layers.append(inner) }
    return layers
  }

  private func scope(of position: Int) -> String {
    let scope = bindingGraph.declarations[position].scope.name
    switch bindingGraph.isolations[position] {
    case .any: return scope
    case .main: return "\(scope), made on the main actor"
    case .async: return "\(scope), takes an await"
    }
  }

  private func missing(_ key: AnyKey) -> [Explanation.Fact] {
    let sameType = bindingGraph.declarations.filter { $0.key.type == key.type && !$0.isDerived }.map { "'\($0.key)'" }
    let consumers = bindingGraph.missingDependencies().filter { $0.key == key }.flatMap(\.consumers)
    return [
      fact("missing", ["nothing provides it"]),
      fact("needed by", [Set(consumers.map { report.name($0.position) }).sorted().joined(separator: ", ")]),
      fact("near", Set(sameType).sorted()),
    ]
  }

  private func others(_ key: AnyKey) -> [Explanation.Fact] {
    let excluded = bindingGraph.installer.excluded.filter { $0.declaration.key == key }.map { excluded in
      let location = excluded.declaration.site.location.short
      switch excluded.reason {
      case .condition(let text): return "the binding at \(location): \(text)"
      case .moduleReplaced(let module, let replacement):
        return "the binding at \(location): \(AnyKey(replacement).typeName) replaces \(AnyKey(module).typeName)"
      case .replaced: return "the binding at \(location), replaced by an override"
      case .defaultNotNeeded: return "the default at \(location)"
      case .defined(let other): return "the binding at \(location), replaced by \(other.short)"
      case .bound(let other): return "the component at \(location), replaced by \(other.short)"
      }
    }
    return [fact("instead of", excluded.sorted())]
  }

  private func fact(_ topic: String, _ lines: [String]) -> Explanation.Fact {
    Explanation.Fact(topic: topic, lines: lines.filter { !$0.isEmpty })
  }
}

extension Declaration {
  /// The remarks on the binding's modifiers.
  var notes: [String] {
    modifiers.compactMap { modifier in
      switch modifier {
      case .byDefault: "a default"
      case .eager: "made when the graph is built"
      case .external(let resource): "reaches \(resource)"
      case .lazy(let proxy): "made on the first call of \(AnyKey(proxy.type).typeName)"
      case .condition(_, let text): text
      case .sharing: "one object for each argument"
      case .start: "has a start"
      case .stop: "has a stop"
      case .tag(let key): key.qualifier.map { "tagged '\($0)'" }
      case .value, .step, .misplaced: nil
      }
    } + (leader.map { ["it applies only with '\($0.key)'"] } ?? [])
  }
}
