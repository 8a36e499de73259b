extension ProblemReport {
  func misusedHandle(_ misused: BindingGraph.MisusedHandle) -> Problem {
    let (handle, culprit) = (misused.path[0], misused.path[misused.path.count - 1])
    let (handleName, consumer) = (name(handle), consumer(of: handle))
    let target = misused.path.count > 1 ? name(misused.path[1]) : handleName
    let code: Problem.Code
    let (summary, role): (String, String)
    var fixes: [String]
    switch misused.reason {
    case .async:
      code = .async
      (summary, role) = ("'\(handleName)' does not wait, and making '\(target)' takes an await", "async")
      fixes = ["ask for () async throws -> \(target) instead, or for \(target) itself"]
    case .mainActor:
      code = .isolation
      (summary, role) = (
        "'\(handleName)' can be used anywhere, and '\(target)' is made on the main actor", "main actor"
      )
      fixes = [
        "ask for @MainActor () throws -> \(target) instead, or for () async throws -> \(target)",
        "or for \(target) itself",
      ]
    case .failure(let error):
      code = .unreportableFailure
      let errorName = AnyKey(error).typeName
      (summary, role) = (
        "making '\(target)' can throw \(errorName), which '\(handleName)' cannot pass on", "throws"
      )
      fixes =
        bindingGraph.declarations[handle].kind == .proxy
        ? ["let every requirement of the protocol throw \(errorName), or let '\(name(culprit))' not throw"]
        : ["ask for () throws -> \(target), Provider<\(target)> or Lazy<\(target)> instead"]
    }
    let sites = [
      asked(handle, by: consumer),
      Problem.Site(role: role, text: signature(culprit), parameter: nil, location: site(culprit)),
    ]
    return Problem(
      code: code, summary: summary, location: site(handle),
      path: way(to: handle).dropLast() + misused.path.map(name), sites: sites, context: context(of: consumer ?? handle),
      nearMisses: [], fixes: fixes)
  }

  /// Who asks for a handle first, by place; nobody for a stand-in, which is declared itself.
  private func consumer(of handle: Int) -> Int? {
    guard bindingGraph.declarations[handle].kind != .proxy else { return nil }
    return bindingGraph.own.first { position in
      site(position) == site(handle) && bindingGraph.edges.targets(of: position).contains(handle)
    }
  }

  private func asked(_ handle: Int, by consumer: Int?) -> Problem.Site {
    guard let consumer else {
      return Problem.Site(role: "asked for", text: signature(handle), parameter: nil, location: site(handle))
    }
    return Problem.Site(
      role: "needed by", text: signature(consumer),
      parameter: bindingGraph.edges.targets(of: consumer).firstIndex(of: handle).map { $0 + 1 }, location: site(handle))
  }

  func looseDecorator(_ position: Int) -> Problem {
    let key = bindingGraph.declarations[position].key
    let takesIt = bindingGraph.declarations[position].dependencies.contains { $0.key == key }
    return Problem(
      code: .looseDecorator,
      summary: takesIt
        ? "nothing provides '\(key)' that could be decorated" : "the decorator of '\(key)' does not take one",
      location: site(position), path: [],
      sites: [Problem.Site(role: "declared by", text: signature(position), parameter: nil, location: site(position))],
      context: context(of: position), nearMisses: [],
      fixes: [
        takesIt
          ? "bind '\(key)', or remove the decorator" : "give it a parameter of type \(key.typeName), or bind it instead"
      ])
  }

  func outOfScope(_ finding: BindingGraph.ScopeFinding) -> Problem {
    switch finding {
    case .rootOutside(let requirement, let path):
      let scope = bindingGraph.declarations[path[path.count - 1]].scope.name
      return Problem(
        code: .outOfScope, summary: "the root '\(requirement.key)' needs the scope '\(scope)', which is not open",
        location: requirement.site.location, path: path.map(name),
        sites: [lives(path[path.count - 1])], context: [], nearMisses: [],
        fixes: [
          "make what needs it when the scope is open: graph.open(…).resolve(…)",
          "or give '\(name(path[path.count - 1]))' a longer scope",
        ])
    case .conflicting(let position, let paths):
      let names = paths.compactMap(\.last).sorted()
      return Problem(
        code: .outOfScope,
        summary: "'\(name(position))' needs the scopes \(names.joined(separator: " and ")), "
          + "of which neither lies in the other", location: site(position), path: [],
        sites: [Problem.Site(role: "bound by", text: signature(position), parameter: nil, location: site(position))],
        context: context(of: position), nearMisses: [],
        fixes: ["declare one of the scopes within the other: CustomScope(\"\(names[0])\", within: …)"])
    case .undeclared(let position):
      let scope = bindingGraph.declarations[position].scope.name
      return Problem(
        code: .outOfScope, summary: "'\(name(position))' lives in the scope '\(scope)', which no module declares",
        location: site(position), path: [], sites: [lives(position)], context: context(of: position),
        nearMisses: [], fixes: ["binder.scope(.\(scope)) in one of the plan's modules"])
    }
  }

  private func lives(_ position: Int) -> Problem.Site {
    Problem.Site(
      role: "lives in \(bindingGraph.declarations[position].scope.name)", text: signature(position), parameter: nil,
      location: site(position))
  }

  func unused(_ position: Int) -> Problem {
    Problem(
      code: .unused, summary: "no entry point leads to '\(name(position))'", location: site(position), path: [],
      sites: [Problem.Site(role: "bound by", text: signature(position), parameter: nil, location: site(position))],
      context: context(of: position), nearMisses: opaqueNeighbours,
      fixes: [
        "remove it, or name it as an entry point: binder.root(\(bindingGraph.declarations[position].key.argument))"
      ])
  }

  /// Closures that may ask for anything, for all the plan can see.
  private var opaqueNeighbours: [Problem.NearMiss] {
    bindingGraph.own.filter { bindingGraph.declarations[$0].kind == .opaque && isReached($0) }
      .map { (name($0), site($0)) }.sorted { $0 < $1 }.prefix(3)
      .map { name, place in
        Problem.NearMiss(
          text: "the resolving closure of '\(name)' may ask for it", location: place,
          advice: "give that closure its dependencies as parameters")
      }
  }

  func opaque(_ position: Int) -> Problem {
    Problem(
      code: .opaque, summary: "the plan cannot see what '\(name(position))' needs", location: site(position),
      path: way(to: position),
      sites: [Problem.Site(role: "bound by", text: signature(position), parameter: nil, location: site(position))],
      context: context(of: position), nearMisses: [],
      fixes: ["give the closure its dependencies as parameters"])
  }
}

/// Where what the container derived is asked for first: by place, so that the order of declaration changes no report.
struct DerivedBindingSites {
  private var places: [Int: SourceLocation] = [:]

  init(_ bindingGraph: BindingGraph) {
    let declarations = bindingGraph.declarations
    guard declarations.contains(where: { $0.kind == .handle || $0.kind == .collection }) else { return }
    var queue: [Int] = []
    func ask(_ position: Int, from place: SourceLocation, _ places: inout [Int: SourceLocation]) {
      guard declarations[position].isDerived, declarations[position].kind != .proxy else { return }
      if let known = places[position], known <= place { return }
      places[position] = place
      queue.append(position)
    }
    for requirement in bindingGraph.installer.requirements + bindingGraph.installer.roots {
      guard let position = bindingGraph.positions[requirement.key] else { continue }
      ask(position, from: requirement.site.location, &places)
    }
    for position in bindingGraph.own where !declarations[position].isDerived || declarations[position].kind == .proxy {
      for target in bindingGraph.edges.targets(of: position) where target >= 0 {
        ask(target, from: declarations[position].site.location, &places)
      }
    }
    while let position = queue.popLast() {
      guard let place = places[position] else { continue }
      for target in bindingGraph.edges.targets(of: position) where target >= 0 { ask(target, from: place, &places) }
    }
  }

  subscript(position: Int) -> SourceLocation? { places[position] }
}
