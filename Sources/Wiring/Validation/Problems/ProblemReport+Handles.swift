extension ProblemReport {
  func misusedHandle(_ misused: BindingGraph.MisusedHandle) -> Problem {
    let (handle, culprit) = (misused.path[0], misused.path[misused.path.count - 1])
    let (handleName, consumer) = (name(handle), consumer(of: handle))
    let target = misused.path.count > 1 ? name(misused.path[1]) : handleName
    let code: Problem.Code
    let (summary, role): (String, String)
    let fixes: [String]
    switch misused.reason {
    case .async:
      code = .async
      (summary, role) = ("'\(handleName)' is synchronous, and creating '\(target)' is asynchronous", "async")
      fixes =
        isFactory(handle)
        ? ["declare it by binder.factory(async: …), and ask for the AsyncFactory"]
        : ["ask for () async throws -> \(target) instead, or for \(target) itself"]
    case .mainActor:
      code = .isolation
      (summary, role) = (
        "'\(handleName)' can be used anywhere, and '\(target)' is created on the main actor", "main actor"
      )
      fixes =
        isFactory(handle)
        ? ["declare it by binder.main.factory(…), and ask for the MainActorFactory"]
        : graph.isConfined(culprit)
          ? [
            "ask for () throws -> \(target) instead, in an object of the main actor, or for @MainActor () throws -> \(target)"
          ]
          : [
            "ask for @MainActor () throws -> \(target) instead, or for () async throws -> \(target)",
            "or for \(target) itself",
          ]
    case .failure(let error):
      code = .unreportableFailure
      let errorName = AnyKey(error).typeName
      (summary, role) = (
        "creating '\(target)' can throw \(errorName), which '\(handleName)' cannot pass on", "throws"
      )
      fixes =
        graph.declarations[handle].kind == .proxy
        ? ["let every requirement of the protocol throw \(errorName), or let '\(name(culprit))' not throw"]
        : ["ask for () throws -> \(target), Provider<\(target)> or Lazy<\(target)> instead"]
    }
    let sites = [requestSite(of: handle, consumer: consumer), site(role, culprit)]
    return Problem(
      code, summary, at: site(handle),
      path: rootPath(to: handle).dropLast() + misused.path.map(name), sites: sites,
      context: context(of: consumer ?? handle),
      fixes: fixes)
  }

  func escape(_ path: [Int]) -> Problem {
    let (holder, confined) = (path[0], path[path.count - 1])
    let isHandle = graph.declarations[holder].kind == .handle
    let consumer = isHandle ? consumer(of: holder) : nil
    let closure = "@MainActor () throws -> \(name(confined))"
    return Problem(
      .confined, "'\(name(holder))' can leave the main actor, and '\(name(confined))' stays there", at: site(holder),
      path: rootPath(to: holder).dropLast() + path.map(name),
      sites: [
        isHandle ? requestSite(of: holder, consumer: consumer) : site("held by", holder), site("main actor", confined),
      ],
      context: context(of: consumer ?? holder),
      fixes: isHandle
        ? ["ask for \(closure) instead"]
        : [
          fix(forHolder: holder, of: confined),
          "or let it ask for \(closure)",
        ])
  }

  private func fix(forHolder holder: Int, of confined: Int) -> String {
    switch graph.declarations[holder].isolation {
    case .async: "let it need nothing of the main actor"
    case .main: "let '\(name(holder))' stay there, without .sendable(), or let '\(name(confined))' be .sendable(), too"
    case .any where isDecorator(holder): "decorate '\(name(holder))' on the main actor, too: binder.main.decorate(…)"
    case .any: "bind '\(name(holder))' on the main actor, too: binder.main.bind(…)"
    }
  }

  private func isDecorator(_ position: Int) -> Bool { graph.declarations[position].kind == .decorator }

  private func isFactory(_ handle: Int) -> Bool { graph.declarations[handle].key.type is any ArgumentFactory.Type }

  /// Returns the first consumer of a handle, by location; `nil` for a proxy, which a module declares itself.
  private func consumer(of handle: Int) -> Int? {
    guard graph.declarations[handle].kind != .proxy else { return nil }
    return graph.own.first { position in
      site(position) == site(handle) && graph.edges.targets(of: position).contains(handle)
    }
  }

  private func requestSite(of handle: Int, consumer: Int?) -> Problem.Site {
    guard let consumer else { return site("asked for", handle) }
    return Problem.Site(
      role: "needed by", text: signature(consumer),
      parameter: graph.edges.targets(of: consumer).firstIndex(of: handle).map { $0 + 1 }, location: site(handle))
  }

  func looseDecorator(_ position: Int) -> Problem {
    let key = graph.declarations[position].key
    let takesIt = graph.declarations[position].dependencies.contains { $0.key == key }
    // No module declares the decorators of overrides.
    if takesIt, graph.declarations[position].module < 0 {
      return .unboundDecoration(
        of: key, at: site(position), nearMisses: graph.declarations[graph.own].nearMisses(ofOverriding: key))
    }
    return Problem(
      .looseDecorator,
      takesIt
        ? "nothing provides '\(key)' that could be decorated" : "the decorator of '\(key)' does not take one",
      at: site(position),
      sites: [site("declared by", position)], context: context(of: position),
      fixes: [
        takesIt
          ? "bind '\(key)', or remove the decorator" : "give it a parameter of type \(key.typeName), or bind it instead"
      ])
  }

  func outOfScope(_ finding: BindingGraph.ScopeFinding) -> Problem {
    switch finding {
    case .rootOutside(let requirement, let path):
      let scope = graph.declarations[path[path.count - 1]].scope.name
      return Problem(
        .outOfScope, "the root '\(requirement.key)' needs the scope '\(scope)', which is not open",
        at: requirement.site.location, path: path.map(name),
        sites: [scopeSite(of: path[path.count - 1])],
        fixes: [
          "create its consumers when the scope is open: graph.open(…).resolve(…)",
          graph.declarations[path[path.count - 1]].kind == .context
            ? "or let the root ask for ScopeOpener<\(name(path[path.count - 1])), \(requirement.key.typeName)>"
            : "or give '\(name(path[path.count - 1]))' a longer scope",
        ])
    case .conflicting(let position, let paths):
      let names = paths.compactMap(\.last?.text).sorted()
      return Problem(
        .outOfScope,
        "'\(name(position))' needs the scopes \(names.joined(separator: " and ")), "
          + "neither of which encloses the other", at: site(position),
        sites: [site("bound by", position)], context: context(of: position),
        fixes: ["declare one of the scopes within the other: CustomScope(\"\(names[0])\", within: …)"])
    case .undeclared(let position):
      return undeclaredScope(of: position)
    }
  }

  private func undeclaredScope(of position: Int) -> Problem {
    let declaration = graph.declarations[position]
    let isContext = declaration.kind == .context
    // The context of a scope is needed outside it, in the enclosing one.
    let path = isContext ? declaration.scope.path.dropLast() : declaration.scope.path
    let other = graph.scopes.otherContext(of: path)
    let scope = other?.wanted.text ?? path.last?.text ?? ""
    let type = other.map { " with a context '\(AnyKey($0.wanted.context))'" } ?? ""
    return Problem(
      .outOfScope,
      "'\(name(position))' \(isContext ? "is the context of a scope within" : "lives in") the scope '\(scope)'\(type), "
        + "which no module declares", at: site(position), sites: [scopeSite(of: position)],
      context: context(of: position), nearMisses: other.map { [nearMiss(of: $0.declared)] } ?? [],
      fixes: ["binder.scope(\(scope.asScope)) in one of the plan's modules"])
  }

  private func nearMiss(of scope: ScopeName) -> Problem.NearMiss {
    Problem.NearMiss(
      text: "the scope '\(scope.text)' is declared with a context '\(AnyKey(scope.context))'",
      location: graph.scopes.contexts.first { $0.path.last == scope }.map { site($0.position) },
      advice: "use that, or give one of the two another name")
  }

  func redeclaredScope(_ positions: [Int]) -> Problem {
    let sites = positions.map { site("declared by", $0, text: "\(origin(of: $0)): \(signature($0))") }
      .sorted { ($0.location, $0.text) < ($1.location, $1.text) }
    let scope = graph.declarations[positions[0]].scope.name
    return Problem(
      .duplicate, "the scope '\(scope)' is declared \(positions.count) times", at: sites.dropFirst().first?.location,
      sites: sites,
      fixes: ["keep one of them, or give one of the scopes another name: CustomScope(\"…\")"])
  }

  private func scopeSite(of position: Int) -> Problem.Site {
    site("lives in \(graph.declarations[position].scope.name)", position)
  }

  func unshared(_ position: Int, consumers: [Int]) -> Problem {
    Problem(
      .unshared,
      "each of \(consumers.count) objects has '\(name(position))' of its own, and no scope says that it is meant",
      at: site(position),
      sites: [site("bound by", position)]
        + consumers.map { site("needed by", $0) }
        .sorted { ($0.location, $0.text) < ($1.location, $1.text) },
      context: context(of: position),
      fixes: ["share it: .scoped(.singleton)", "or say that this is meant: .scoped(.transient)"])
  }

  func sameParameters(_ position: Int, _ parameters: [Int]) -> Problem {
    let key = graph.declarations[position].dependencies[parameters[0] - 1].key
    let keys = Array(repeating: ".unqualified", count: graph.declarations[position].unchosenParameters)
    return Problem(
      .sameParameters,
      "parameters \(parameters.map(String.init).joined(separator: " and ")) of '\(name(position))' get the same '\(key)'",
      at: site(position), sites: [site("bound by", position)], context: context(of: position),
      fixes: [
        "give each a type of its own, or a key: .from(…)",
        "or say that this is meant: .from(\(keys.joined(separator: ", ")))",
      ])
  }

  func unused(_ position: Int) -> Problem {
    Problem(
      .unused, "no entry point leads to '\(name(position))'", at: site(position),
      sites: [site("bound by", position)], context: context(of: position), nearMisses: opaqueNeighbours,
      fixes: [
        "remove it, or name it as an entry point: binder.root(\(graph.declarations[position].key.arguments))"
      ])
  }

  /// Closures that may use the binding; the plan cannot see.
  private var opaqueNeighbours: [Problem.NearMiss] {
    graph.own.filter { graph.declarations[$0].kind == .opaque && isReached($0) }
      .map { (name($0), site($0)) }.sorted { $0 < $1 }.prefix(3)
      .map { name, location in
        Problem.NearMiss(
          text: "the resolving closure of '\(name)' may ask for it", location: location,
          advice: "give that closure its dependencies as parameters")
      }
  }

  func opaque(_ position: Int) -> Problem {
    Problem(
      .opaque, "the plan cannot see what '\(name(position))' needs", at: site(position),
      path: rootPath(to: position),
      sites: [site("bound by", position)], context: context(of: position),
      fixes: ["give the closure its dependencies as parameters"])
  }
}

/// The location of the first consumer of each derived declaration, so that the order of declaration changes no report.
final class DerivedBindingSites {
  private var sites: [Int: SourceLocation] = [:]

  init(_ graph: BindingGraph) {
    let declarations = graph.declarations
    guard declarations.contains(where: { $0.kind == .handle || $0.kind == .collection }) else { return }
    var queue: [Int] = []
    func visit(_ position: Int, from site: SourceLocation, sites: inout [Int: SourceLocation]) {
      guard declarations[position].isDerived, declarations[position].kind != .proxy else { return }
      if let known = sites[position], known <= site { return }
      sites[position] = site
      queue.append(position)
    }
    for requirement in graph.installer.requirements + graph.installer.roots {
      guard let position = graph.positions[requirement.key] else { continue }
      visit(position, from: requirement.site.location, sites: &sites)
    }
    for position in graph.own where !declarations[position].isDerived || declarations[position].kind == .proxy {
      for target in graph.edges.targets(of: position) where target >= 0 {
        visit(target, from: declarations[position].site.location, sites: &sites)
      }
    }
    while let position = queue.popLast() {
      guard let site = sites[position] else { continue }
      for target in graph.edges.targets(of: position) where target >= 0 { visit(target, from: site, sites: &sites) }
    }
  }

  subscript(position: Int) -> SourceLocation? { sites[position] }
}
