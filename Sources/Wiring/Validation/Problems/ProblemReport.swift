/// Turns what an analysis found into problems with names, places and ways.
struct ProblemReport {
  let bindingGraph: BindingGraph
  /// For each position the one before it on a shortest way from a root; -1 for a root, `nil` for what no root reaches.
  private var before: [Int?]
  /// How many steps each position is away from a root.
  private var depth: [Int]
  private let nearMisses: NearMisses
  private let conformances = Conformances()
  /// By position of a derived declaration the first place that asks for it.
  private let places: DerivedBindingSites

  init(_ bindingGraph: BindingGraph) {
    self.bindingGraph = bindingGraph
    before = Array(repeating: nil, count: bindingGraph.declarations.count)
    depth = Array(repeating: 0, count: bindingGraph.declarations.count)
    nearMisses = NearMisses(bindingGraph)
    places = DerivedBindingSites(bindingGraph)
    let roots = bindingGraph.installer.roots.map(\.key).sorted { $0.description < $1.description }
    var queue: [Int] = []
    for root in roots {
      guard let position = bindingGraph.positions[root], before[position] == nil else { continue }
      before[position] = -1
      queue.append(position)
    }
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      for target in bindingGraph.orderedTargets(of: position) where target >= 0 && before[target] == nil {
        before[target] = position
        depth[target] = depth[position] + 1
        queue.append(target)
      }
    }
  }

  func problems(_ findings: Findings) -> [Problem] {
    findings.missing.map(missing) + findings.cycles.map(cycle) + findings.duplicates.map(duplicate)
      + findings.captives.map(captive) + findings.weakValues.map(weakValue) + findings.handles.map(misusedHandle)
      + findings.looseDecorators.map(looseDecorator) + findings.scopes.map(outOfScope) + definitionProblems()
  }

  func missing(_ missing: BindingGraph.Missing) -> Problem {
    let consumers = missing.consumers.sorted { left, right in
      (site(left.position), left.parameter, name(left.position))
        < (site(right.position), right.parameter, name(right.position))
    }
    // The nearest to a root; of several equally near the first in the source.
    let reached = consumers.filter { before[$0.position] != nil }
    let nearest = reached.map { depth[$0.position] }.min()
    let first = reached.first { depth[$0.position] == nearest } ?? consumers.first
    let sites =
      consumers.map { consumer in
        Problem.Site(
          role: "needed by", text: signature(consumer.position), parameter: consumer.parameter + 1,
          location: place(of: consumer.parameter, of: consumer.position) ?? site(consumer.position))
      }
      + missing.requirements.map { requirement in
        Problem.Site(
          role: "needed by", text: requirement.describe(in: bindingGraph.installer.modules), parameter: nil,
          location: requirement.site.location)
      }.sorted { ($0.location, $0.text) < ($1.location, $1.text) }
    let (code, summary) = verdict(missing)
    return Problem(
      code: code, summary: summary, location: sites.first?.location,
      path: first.map { way(to: $0.position) + [missing.key.description] } ?? [], sites: sites,
      context: first.map { context(of: $0.position, isNamingProfile: code == .excluded) } ?? [],
      nearMisses: nearMisses.of(missing), fixes: fixes(for: missing, code))
  }

  private func fixes(for missing: BindingGraph.Missing, _ code: Problem.Code) -> [String] {
    if code == .wrongArguments {
      return ["binder.factory { … } with the arguments of \(missing.key.typeName) in one of the plan's modules"]
    }
    if let name = missing.key.qualifier, isReferredTo(missing) {
      return [referenceFix(for: name, code)]
    }
    let place = code == .excluded ? "beside it, for this plan" : "in one of the plan's modules"
    return ["binder.bind(\(missing.key.argument), …) \(place)"] + argumentFixes(for: missing)
  }

  /// What exactly is wrong when nobody provides a key.
  private func verdict(_ missing: BindingGraph.Missing) -> (Problem.Code, String) {
    if let wanted = missing.key.type as? any ArgumentFactory.Type,
      bindingGraph.declarations.contains(where: { ($0.key.type as? any ArgumentFactory.Type)?.product == wanted.product })
    {
      return (.wrongArguments, "nothing provides '\(missing.key)': the factory takes other arguments")
    }
    let excluded = bindingGraph.installer.excluded.filter {
      $0.declaration.isBinding && $0.wouldProvide(missing.key, conformances)
    }
    if !excluded.isEmpty {
      let noun = excluded.allSatisfy { $0.declaration.candidate != nil } ? "definition" : "binding"
      let bindings =
        excluded.count == 1 ? "its only \(noun) does not stand" : "its \(excluded.count) \(noun)s do not stand"
      return (.excluded, "nothing provides '\(missing.key)': \(bindings)")
    }
    return (.missing, "nothing provides '\(missing.key)'")
  }

  func cycle(_ positions: [Int]) -> Problem {
    let circle = withoutOptionals(positions)
    let sites = zip(circle, circle.dropFirst()).map { consumer, dependency in
      Problem.Site(
        role: "needs", text: "\(signature(consumer)) → \(name(dependency))",
        parameter: parameter(of: consumer, for: dependency),
        location: site(consumer))
    }
    let names = circle.dropLast().map(name)
    return Problem(
      code: .cycle, summary: names.count == 1 ? "\(names[0]) needs itself" : "\(names.count) bindings need each other",
      location: site(circle[0]), path: circle.map(name), sites: sites, context: context(of: circle[0]), nearMisses: [],
      fixes: [
        "move what both need into a third type",
        "or let one of them ask for the other later: Lazy<…>, Provider<…>, or "
          + (circle.contains { bindingGraph.declarations[$0].candidate != nil }
            ? "a reference that is lazy" : "a binding with .lazy(…)"),
      ])
  }

  /// The number of a dependency among the parameters; `nil` for a list, whose members stand in the order of declaration.
  private func parameter(of consumer: Int, for dependency: Int) -> Int? {
    guard bindingGraph.declarations[consumer].kind != .collection else { return nil }
    return bindingGraph.edges.targets(of: consumer).firstIndex { target in
      target == dependency
        || target >= 0 && isOptional(target) && bindingGraph.edges.targets(of: target).first == dependency
    }.map { $0 + 1 }
  }

  /// A circle without what only says that there may be nothing.
  private func withoutOptionals(_ circle: [Int]) -> [Int] {
    let kept = circle.dropLast().filter { !isOptional($0) }
    return kept.first.map { kept + [$0] } ?? circle
  }

  private func isOptional(_ position: Int) -> Bool {
    let declaration = bindingGraph.declarations[position]
    return declaration.kind == .collection && declaration.witness().wrapped != nil
  }

  func duplicate(_ positions: [Int]) -> Problem {
    let sites = positions.map { position in
      Problem.Site(
        role: "bound by", text: "\(origin(of: position)): \(signature(position))", parameter: nil,
        location: site(position))
    }.sorted { ($0.location, $0.text) < ($1.location, $1.text) }
    let declaration = bindingGraph.declarations[positions[0]]
    let key = declaration.key
    if case .contribution(let name?) = declaration.role {
      return Problem(
        code: .duplicate, summary: "the list of '\(key)' has the name \"\(name)\" \(positions.count) times",
        location: sites.dropFirst().first?.location, path: [], sites: sites, context: [], nearMisses: [],
        fixes: ["give each of them a name of its own"])
    }
    if positions.allSatisfy({ bindingGraph.declarations[$0].isDefault }) {
      return Problem(
        code: .ambiguous, summary: "'\(key)' has \(positions.count) defaults, and no binding that decides",
        location: sites.dropFirst().first?.location, path: [], sites: sites, context: [], nearMisses: [],
        fixes: ["keep one default, or bind the key without .byDefault()"])
    }
    if positions.allSatisfy({ bindingGraph.declarations[$0].candidate?.origin == .definition }) {
      return Problem(
        code: .duplicate, summary: "'\(key)' is defined \(positions.count) times, without a name",
        location: sites.dropFirst().first?.location, path: [], sites: sites, context: [], nearMisses: [],
        fixes: ["keep one of them, or give each of them a name"])
    }
    return Problem(
      code: .duplicate, summary: "'\(key)' is bound \(positions.count) times",
      location: sites.dropFirst().first?.location,
      path: [], sites: sites, context: [], nearMisses: [],
      fixes: [
        "keep one of them, or tell them apart by a qualifier",
        "in a test, use overrides.replace(\(key.argument), …)",
      ])
  }

  func captive(_ path: [Int]) -> Problem {
    let (holder, captured) = (path[0], path[path.count - 1])
    let (holding, held) = (bindingGraph.declarations[holder].scope.name, bindingGraph.declarations[captured].scope.name)
    let sites = [
      Problem.Site(role: "held by", text: "\(signature(holder)) \(holding)", parameter: nil, location: site(holder)),
      Problem.Site(role: "captive", text: "\(signature(captured)) \(held)", parameter: nil, location: site(captured)),
    ]
    let isCustom = bindingGraph.declarations[captured].scope.kind == .custom
    return Problem(
      code: .captive,
      summary: "\(holding) '\(name(holder))' would hold \(held) '\(name(captured))' beyond its "
        + (isCustom ? "scope" : "resolution"),
      location: site(holder), path: way(to: holder).dropLast() + path.map(name), sites: sites,
      context: context(of: holder), nearMisses: [],
      fixes: [
        isCustom
          ? "let '\(name(holder))' live in the scope, too: .scoped(in: .\(held))"
          : "make '\(name(captured))' a singleton, or make '\(name(holder))' \(held)",
        "or pass '\(name(captured))' to the method that uses it",
      ])
  }

  func weakValue(_ position: Int) -> Problem {
    Problem(
      code: .weakValue, summary: "'\(name(position))' is no class, so nobody can hold it weakly",
      location: site(position),
      path: [],
      sites: [Problem.Site(role: "bound by", text: signature(position), parameter: nil, location: site(position))],
      context: context(of: position), nearMisses: [], fixes: ["use .transient or .singleton, or make it a class"])
  }

  // MARK: Names

  func name(_ position: Int) -> String { bindingGraph.declarations[position].key.description }

  func site(_ position: Int) -> SourceLocation {
    places[position] ?? bindingGraph.declarations[position].site.location
  }

  /// The key, and what its factory takes.
  func signature(_ position: Int) -> String {
    let declaration = bindingGraph.declarations[position]
    switch declaration.kind {
    case .factory:
      return "\(declaration.key) (\(parameterNames(of: declaration)))"
    case .value: return "\(declaration.key) (a value)"
    case .opaque: return "\(declaration.key) (a resolving closure)"
    case .decorator: return "\(declaration.key) decorator (\(parameterNames(of: declaration)))"
    case .handle, .collection: return "\(declaration.key)"
    case .proxy: return "\(declaration.key) stand-in"
    case .view:
      let object = bindingGraph.edges.targets(of: position).first.map { $0 >= 0 ? name($0) : "" }
      return "\(declaration.key) (as which there is \(object ?? ""))"
    case .context: return "\(declaration.key) (context)"
    }
  }

  private func parameterNames(of declaration: Declaration) -> String {
    declaration.dependencies.map { bindingGraph.referred($0).key.description }.joined(separator: ", ")
  }

  func moduleName(_ position: Int) -> String {
    let module = bindingGraph.declarations[position].module
    return module < 0 ? "Wiring" : bindingGraph.installer.modules[module].name
  }

  /// The names from a root to a position; the position alone when no root reaches it.
  func way(to position: Int) -> [String] {
    var names: [String] = []
    var current: Int? = position
    while let step = current, step >= 0 {
      names.append(name(step))
      current = before[step]
    }
    return names.reversed()
  }

  /// Whether a root leads to a position.
  func isReached(_ position: Int) -> Bool { before[position] != nil }

  func context(of position: Int, isNamingProfile: Bool = false) -> [String] {
    let way = way(to: position)
    let isReached = isReached(position)
    let modules = bindingGraph.installer.modules
    var path: [String] = []
    var module: Int? = bindingGraph.declarations[position].module
    while let current = module, current >= 0 {
      path.append(modules[current].name)
      module = modules[current].includedBy
    }
    let root = isReached ? "required from root \(way.first ?? "")" : "required from no root"
    let parts = [
      root, path.isEmpty ? nil : "modules \(path.reversed().joined(separator: " › "))",
      isNamingProfile ? "profile \(bindingGraph.installer.profile)" : nil,
    ]
    return [parts.compactMap(\.self).joined(separator: " · ")]
  }
}

extension AnyKey {
  /// The first argument of a `bind`, or of what replaces one, for this key.
  var argument: String {
    qualifier.map { "Key<\(typeName)>(\"\(GeneratedQualifier.displayName($0))\")" } ?? expression
  }
}

extension RequiredKey {
  fileprivate func describe(in modules: [InstalledModule]) -> String {
    module.map { "module \(modules[$0].name)" } ?? "the plan's root"
  }
}

private func < (left: (SourceLocation?, String), right: (SourceLocation?, String)) -> Bool {
  guard let first = left.0, let second = right.0, first != second else { return left.1 < right.1 }
  return first < second
}
