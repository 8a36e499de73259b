/// Turns the results of the checks into problems with names, locations and paths.
final class ProblemReport {
  let graph: BindingGraph
  /// The predecessor of each position on a shortest path from a root; -1 for a root, `nil` for an unreachable one.
  private(set) var before: [Int?]
  /// The distance of each position from a root.
  private(set) var depth: [Int]
  let nearMisses: NearMisses
  let conformances = Conformances()
  /// The names of definitions and components.
  private(set) lazy var definedNames = Set(graph.candidates.flatMap { graph.declarations[$0].candidate?.names ?? [] })
  /// The first location that requires each derived declaration, by position.
  private let derivedSites: DerivedBindingSites

  init(_ graph: BindingGraph) {
    self.graph = graph
    before = Array(repeating: nil, count: graph.declarations.count)
    depth = Array(repeating: 0, count: graph.declarations.count)
    nearMisses = NearMisses(graph)
    derivedSites = DerivedBindingSites(graph)
    let roots = graph.installer.roots.map(\.key).sorted { $0.description < $1.description }
    var queue: [Int] = []
    for root in roots {
      guard let position = graph.positions[root], before[position] == nil else { continue }
      before[position] = -1
      queue.append(position)
    }
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      for target in graph.orderedTargets(of: position) where before[target] == nil {
        before[target] = position
        depth[target] = depth[position] + 1
        queue.append(target)
      }
    }
  }

  func problems(_ findings: Findings) -> [Problem] {
    missing(findings.missing) + findings.cycles.map(cycle) + findings.duplicates.map(duplicate)
      + findings.captives.map(captive) + findings.weakValues.map(weakValue) + findings.handles.map(misusedHandle)
      + findings.throwaways.map(throwaway) + findings.ineffective.map(ineffective) + findings.escapes.map(escape)
      + graph.findings.looseDecorators.map(looseDecorator)
      + findings.scopes.map(outOfScope)
      + graph.scopes.redeclared.map(redeclaredScope) + definitionProblems()
  }

  func cycle(_ positions: [Int]) -> Problem {
    let cycle = withoutOptionals(positions)
    let sites = zip(cycle, cycle.dropFirst()).map { consumer, dependency in
      site(
        "needs", consumer, parameter: parameter(of: consumer, for: dependency),
        text: "\(signature(consumer)) → \(name(dependency))")
    }
    let names = cycle.dropLast().map(name)
    return Problem(
      .cycle, names.count == 1 ? "\(names[0]) needs itself" : "\(names.count) bindings need each other",
      at: site(cycle[0]), path: cycle.map(name), sites: sites, context: context(of: cycle[0]),
      fixes: ["move what both need into a third type", laterFix(in: cycle)])
  }

  /// Returns what breaks a cycle: one of its objects asks for another later, which is the same only if it is shared.
  private func laterFix(in cycle: [Int]) -> String {
    let declarations = cycle.map { graph.declarations[$0] }
    var forms = ["Lazy<…>", "Provider<…>"]
    if declarations.contains(where: { $0.candidate != nil }) {
      forms.append("a reference that is lazy")
    } else if declarations.contains(where: { $0.key.isExistential }) {
      forms.append("a binding with .lazy(…)")
    }
    let list = forms.dropLast().joined(separator: ", ") + " or " + (forms.last ?? "")
    let isUnshared = declarations.contains { $0.scope.kind == .transient && $0.candidate == nil && !$0.isDerived }
    return "or let one of them ask for the other later: \(list)"
      + (isUnshared ? ", and share that: .scoped(.singleton)" : "")
  }

  /// Returns the parameter number of a dependency; `nil` for a list, whose elements are in the order of declaration.
  private func parameter(of consumer: Int, for dependency: Int) -> Int? {
    guard graph.declarations[consumer].kind != .collection else { return nil }
    return graph.edges.targets(of: consumer).firstIndex { target in
      target == dependency
        || target >= 0 && isOptional(target) && graph.edges.targets(of: target).first == dependency
    }.map { $0 + 1 }
  }

  /// Returns a cycle without the derived optionals.
  private func withoutOptionals(_ cycle: [Int]) -> [Int] {
    let kept = cycle.dropLast().filter { !isOptional($0) }
    return kept.first.map { kept + [$0] } ?? cycle
  }

  private func isOptional(_ position: Int) -> Bool {
    let declaration = graph.declarations[position]
    return declaration.kind == .collection && declaration.key.witness.wrapped != nil
  }

  func duplicate(_ positions: [Int]) -> Problem {
    let sites = positions.map { site("bound by", $0, text: "\(origin(of: $0)): \(signature($0))") }
      .sorted { ($0.location, $0.text) < ($1.location, $1.text) }
    let declarations = positions.map { graph.declarations[$0] }
    let (key, count) = (declarations[0].key, positions.count)
    let (summary, fixes): (String, [String])
    var code = Problem.Code.duplicate
    if case .contribution(let name?) = declarations[0].role {
      summary = "the list of '\(key)' has the name \"\(name)\" \(count) times"
      fixes = ["give each of them a different name"]
    } else if declarations.allSatisfy(\.isDefault) {
      code = .ambiguous
      summary = "'\(key)' has \(count) defaults, and no binding that decides"
      fixes = ["keep one default, or bind the key without .byDefault()"]
    } else if declarations.allSatisfy({ $0.candidate?.origin == .definition }) {
      summary = "'\(key)' is defined \(count) times, without a name"
      fixes = ["keep one of them, or give each of them a name"]
    } else {
      summary = "'\(key)' is bound \(count) times"
      // A context is passed when its scope is opened, and cannot be overridden.
      let isContext = declarations.contains { $0.kind == .context }
      fixes =
        ["keep one of them, or tell them apart by a qualifier"]
        + (isContext ? [] : ["in a test, use overrides.replace(\(key.expression), …)\(key.naming)"])
    }
    return Problem(code, summary, at: sites.dropFirst().first?.location, sites: sites, fixes: fixes)
  }

  func captive(_ path: [Int]) -> Problem {
    let (holder, captured) = (path[0], path[path.count - 1])
    let (holding, held) = (graph.declarations[holder].scope.name, graph.declarations[captured].scope.name)
    let sites = [
      site("held by", holder, text: "\(signature(holder)) \(holding)"),
      site("captive", captured, text: "\(signature(captured)) \(held)"),
    ]
    let isCustom = graph.declarations[captured].scope.kind == .custom
    let isHeldByCustom = graph.declarations[holder].scope.kind == .custom
    return Problem(
      .captive,
      "\(holding) '\(name(holder))' would hold \(held) '\(name(captured))' beyond its "
        + (isCustom ? "scope" : "resolution"),
      at: site(holder), path: rootPath(to: holder).dropLast() + path.map(name), sites: sites,
      context: context(of: holder),
      fixes: [
        isCustom
          ? "let '\(name(holder))' live in the scope, too: .scoped(in: \(held.asScope))"
          : isHeldByCustom
            ? "let '\(name(captured))' live in the scope, too: .scoped(in: \(holding.asScope))"
            : "make '\(name(captured))' a singleton, or make '\(name(holder))' \(held)",
        "or pass '\(name(captured))' to the method that uses it",
      ])
  }

  func weakValue(_ position: Int) -> Problem {
    Problem(
      .weakValue, "'\(name(position))' is not a class, so it cannot be held weakly", at: site(position),
      sites: [site("bound by", position)], context: context(of: position),
      fixes: ["use .transient or .singleton, or make it a class"])
  }

  func throwaway(_ position: Int) -> Problem {
    let declaration = graph.declarations[position]
    let isStarted = declaration.hasStartHook
    return Problem(
      .throwaway,
      "'\(name(position))' is \(declaration.scope.name), so that nobody would retain the object that is "
        + (isStarted ? "started" : "created early"), at: site(position), sites: [site("bound by", position)],
      context: context(of: position),
      fixes: ["share it: .scoped(.singleton)", isStarted ? "or remove the hook" : "or remove .eager()"])
  }

  func ineffective(_ position: Int) -> Problem {
    let declaration = graph.declarations[position]
    let modifiers = declaration.ineffectiveModifiers.joined(separator: ", ")
    if declaration.hasMovedSteps {
      return Problem(
        .ineffective, "'\(name(position))' may leave the main actor, and a step runs on it there",
        at: site(position), sites: [site("declared by", position)], context: context(of: position),
        fixes: ["write .sendable() before the steps, which then run on any thread"])
    }
    let isDecorator = declaration.kind == .decorator
    let role = isDecorator ? "a decorator of " : declaration.isBinding ? "" : "a contribution of "
    return Problem(
      .ineffective, "\(modifiers) does nothing for \(role)'\(name(position))'",
      at: site(position), sites: [site("declared by", position)], context: context(of: position),
      fixes: [
        isDecorator
          ? "remove it, or write it at the binding that is decorated"
          : declaration.isBinding
            ? "remove it, or write it where it has an effect"
            : "remove it, or write it at a binding of its own, and add that to the list: .tagged(…)"
      ])
  }

  // MARK: Names

  func name(_ position: Int) -> String {
    let key = graph.declarations[position].key
    return namesInSeveralModules.contains(nearMisses.typeNames[position]) ? key.descriptionWithModules : key.description
  }

  /// The names of types that more than one module has.
  private lazy var namesInSeveralModules: Set<String> = {
    let byName = Dictionary(grouping: graph.declarations.indices) { nearMisses.typeNames[$0] }
    return Set(
      byName.filter { _, positions in
        guard Set(positions.map { ObjectIdentifier(graph.declarations[$0].key.type) }).count > 1 else { return false }
        // The name of a local type has an address instead of what tells it apart.
        let names = Set(positions.map { graph.declarations[$0].key.qualifiedTypeName })
        return names.count > 1 && !names.contains { $0.contains("unknown context") }
      }.keys)
  }()

  func site(_ position: Int) -> SourceLocation {
    derivedSites[position] ?? graph.declarations[position].site.location
  }

  /// Returns the site of a declaration, by default with its signature.
  func site(_ role: String, _ position: Int, parameter: Int? = nil, text: String? = nil) -> Problem.Site {
    Problem.Site(role: role, text: text ?? signature(position), parameter: parameter, location: site(position))
  }

  /// Returns the key with the parameters of its factory.
  func signature(_ position: Int) -> String {
    let declaration = graph.declarations[position]
    switch declaration.kind {
    case .factory:
      return "\(declaration.key) (\(parameterNames(of: declaration)))"
    case .value: return "\(declaration.key) (a value)"
    case .opaque: return "\(declaration.key) (a resolving closure)"
    case .decorator: return "\(declaration.key) decorator (\(parameterNames(of: declaration)))"
    case .handle, .collection: return "\(declaration.key)"
    case .proxy: return "\(declaration.key) stand-in"
    case .view:
      let object = graph.edges.targets(of: position).first.map { $0 >= 0 ? name($0) : "" }
      return "\(declaration.key) (a view of \(object ?? ""))"
    case .context: return "\(declaration.key) (context)"
    }
  }

  private func parameterNames(of declaration: Declaration) -> String {
    declaration.dependencies.map { graph.referred($0).key.description }.joined(separator: ", ")
  }

  func moduleName(_ position: Int) -> String {
    let module = graph.declarations[position].module
    return module < 0 ? "Wiring" : graph.installer.modules[module].name
  }

  /// Returns the names from a root to a position; the position alone when it is unreachable.
  func rootPath(to position: Int) -> [String] {
    var names: [String] = []
    var current: Int? = position
    while let step = current, step >= 0 {
      names.append(name(step))
      current = before[step]
    }
    return names.reversed()
  }

  /// Returns the names from a root to a position on one line.
  func pathText(to position: Int) -> String { rootPath(to: position).joined(separator: " → ") }

  /// Returns whether a root reaches a position.
  func isReached(_ position: Int) -> Bool { before[position] != nil }

  func context(of position: Int, isNamingProfile: Bool = false) -> [String] {
    let path = rootPath(to: position)
    let isReached = isReached(position)
    let modules = graph.installer.modules
    var modulePath: [String] = []
    var module: Int? = graph.declarations[position].module
    while let current = module, current >= 0 {
      modulePath.append(modules[current].name)
      module = modules[current].includedBy
    }
    let root = isReached ? "required from root \(path.first ?? "")" : "required from no root"
    let parts = [
      root, modulePath.isEmpty ? nil : "modules \(modulePath.reversed().joined(separator: " › "))",
      isNamingProfile ? "profile \(graph.installer.profile)" : nil,
    ]
    return [parts.compactMap(\.self).joined(separator: " · ")]
  }
}

extension AnyKey {
  /// The arguments of a look-up, a root or a trait for this key: `(any Store).self, named: Key("cache")`.
  var arguments: String { expression + (qualifierExpression.map { ", named: Key(\($0))" } ?? "") }

  /// The modifier by which a binding of its type has this key: `.named(Key("cache"))`.
  var naming: String { qualifierExpression.map { ".named(Key(\($0)))" } ?? "" }

  private var qualifierExpression: String? { qualifier.map { GeneratedQualifier.displayName($0).debugDescription } }
}

/// Orders by location, then by text.
func < (left: (SourceLocation?, String), right: (SourceLocation?, String)) -> Bool {
  guard let first = left.0, let second = right.0, first != second else { return left.1 < right.1 }
  return first < second
}

extension String {
  /// The code that names a scope: its member by convention, where the name can be one.
  var asScope: String {
    let isIdentifier = first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isIdentifier ? ".\(self)" : "CustomScope<…>(\"\(self)\")"
  }
}
