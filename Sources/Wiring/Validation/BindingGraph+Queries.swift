extension BindingGraph {
  /// A key without a binding, and its consumers.
  struct Missing {
    let dependency: Dependency
    var consumers: [(position: Int, parameter: Int)] = []
    var requirements: [RequiredKey] = []

    var key: AnyKey { dependency.key }
  }

  func missingDependencies() -> [Missing] {
    var missing: [Missing] = []
    var indices: [AnyKey: Int] = [:]
    func index(of dependency: Dependency) -> Int {
      if let index = indices[dependency.key] { return index }
      indices[dependency.key] = missing.count
      missing.append(Missing(dependency: dependency))
      return missing.count - 1
    }
    for position in own {
      for (parameter, target) in edges.targets(of: position).enumerated() where target == Edges.missing {
        // A decorator without an inner object is a problem of a separate kind.
        let dependency = declarations[position].dependencies[parameter]
        if dependency.key == declarations[position].key, findings.looseDecorators.contains(position) { continue }
        let wanted = needed(
          referred(dependency.key.witness.wrapped?.asking(for: dependency.key.qualifier) ?? dependency))
        // An invalid definition is reported as such, and not as missing as well.
        if let name = wanted.key.qualifier, installer.undeclared.contains(name) { continue }
        missing[index(of: wanted)].consumers.append((position, parameter))
      }
    }
    for requirement in installer.requirements + installer.roots where positions[requirement.key] == nil {
      missing[index(of: needed(requirement.dependency))].requirements.append(requirement)
    }
    return missing
  }

  /// Returns the dependency at the end of the references that a dependency's qualifier names.
  func referred(_ dependency: Dependency) -> Dependency {
    var wanted = dependency
    var seen: Set<String> = []
    while let qualifier = wanted.key.qualifier, seen.insert(qualifier).inserted,
      case .reference(let name, isLazy: _)? = installer.values?.form(of: qualifier)
    {
      wanted = wanted.asking(for: name)
    }
    return wanted
  }

  /// Returns the dependency that must be bound to provide a missing one: the result of a closure; otherwise itself.
  private func needed(_ missing: Dependency) -> Dependency {
    guard let result = missing.key.closureResult.map({ Dependency($0, qualifier: missing.key.qualifier) }),
      result.key.witness.derivation == nil, positions[result.key] == nil
    else { return missing }
    return result
  }

  /// Returns the tags of a type: the qualified keys of lists of it, with a member of each.
  func tags(of type: any Any.Type) -> [(key: AnyKey, member: Int)] {
    contributions.compactMap { list in
      guard list.key.type == type, list.key.qualifier != nil, let member = list.members.first else { return nil }
      return (list.key, member.position)
    }
  }

  /// Returns groups of positions that provide the same key, or have the same name in a list.
  func duplicateGroups() -> [[Int]] {
    var groups: [[Int]] = []
    if !findings.duplicates.isEmpty {
      let keys = Set(findings.duplicates.map { declarations[$0].key })
      let bound = own.filter {
        declarations[$0].isBinding && !declarations[$0].isDerived && keys.contains(declarations[$0].key)
      }
      groups += Dictionary(grouping: bound) { declarations[$0].key }.values
    }
    for list in contributions {
      let named = Dictionary(grouping: list.members.filter { $0.name != nil }, by: { $0.name ?? "" })
      groups += named.values.filter { $0.count > 1 }.map { $0.map(\.position) }
    }
    return groups
  }

  /// Returns paths from a long-lived holder to a shorter-lived object that is meant to be shared.
  func captives() -> [[Int]] {
    let reaching = positionsThatHoldShortLived()
    guard !reaching.isEmpty else { return [] }
    var paths: [[Int]] = []
    for holder in own where declarations[holder].scope.outlivesResolution && !declarations[holder].opensScope {
      guard edges.targets(of: holder).contains(where: { $0 >= 0 && reaching[$0] }) else { continue }
      let scope = declarations[holder].scope
      paths += shortestPaths(from: holder) { position in
        let held = declarations[position].scope
        if declarations[position].opensScope, scope.mayHold(held) { return .wall }
        if held.kind == .transient { return .passage }
        return scope.mayHold(held) ? .wall : .destination
      }
    }
    return paths
  }

  /// Returns the positions with a short scope, and the transient ones that hold one of them, directly or indirectly:
  /// one reverse traversal, so that sound holders cost nothing.
  private func positionsThatHoldShortLived() -> [Bool] {
    let shortLived = declarations.indices.filter {
      declarations[$0].scope.kind == .graph || declarations[$0].scope.kind == .custom
    }
    guard !shortLived.isEmpty else { return [] }
    let consumers = consumers()
    return reachable(from: shortLived) { position in
      consumers[position].filter { declarations[$0].scope.kind == .transient && !declarations[$0].opensScope }
    }
  }

  /// Returns the direct and indirect consumers of a position. The dependencies of an opaque factory are unknown, so
  /// that it counts as a consumer.
  func allConsumers(of position: Int) -> PositionSet {
    let consumers = consumers()
    let opaque = declarations.indices.filter { declarations[$0].kind == .opaque }
    return PositionSet(reachable(from: consumers[position] + opaque) { consumers[$0] })
  }

  /// Returns by position whether it is linked anew in each opening of a scope: the objects of the scope, and those of this
  /// graph that are not shared and whose opaque factories can ask for them.
  func areLinkedAnew(in path: [ScopeName]) -> [Bool] {
    var isInside = scopes.scopePaths.map { $0 == path }
    // An opener is used in the scope around the one that it opens. The closures of an enclosing graph do not see this one.
    func isUnshared(_ position: Int) -> Bool {
      position >= inheritedCount && !declarations[position].scope.outlivesResolution
        && !declarations[position].opensScope && path.starts(with: scopes.scopePaths[position])
    }
    let opaque = own.filter { declarations[$0].kind == .opaque && isUnshared($0) }
    guard !opaque.isEmpty else { return isInside }
    let consumers = consumers()
    let open = reachable(from: Array(opaque)) { consumers[$0].filter(isUnshared) }
    for position in open.indices where open[position] { isInside[position] = true }
    return isInside
  }

  /// Returns by position whether it is one of some positions, or reachable from them over successors.
  private func reachable(
    from start: [Int], over successors: (Int) -> some Sequence<Int>
  ) -> [Bool] {
    var isReached = [Bool](repeating: false, count: declarations.count)
    for position in start { isReached[position] = true }
    var queue = start
    while let position = queue.popLast() {
      for successor in successors(position) where successor >= 0 && !isReached[successor] {
        isReached[successor] = true
        queue.append(successor)
      }
    }
    return isReached
  }

  /// Returns the consumers of each position.
  func consumers() -> [[Int]] {
    var consumers = [[Int]](repeating: [], count: declarations.count)
    for position in declarations.indices {
      for target in edges.targets(of: position) where target >= 0 { consumers[target].append(position) }
    }
    return consumers
  }

  /// Returns bindings with the scope `weak` whose type is known to have no identity.
  func weakValues() -> [Int] {
    own.filter { position in
      guard declarations[position].scope.kind == .weak else { return false }
      let key = declarations[position].key
      // A weak factory with arguments shares its objects weakly.
      let object = (key.type as? any ArgumentFactory.Type).map { AnyKey($0.product) } ?? key
      return !(object.type is AnyClass) && !object.isExistential
    }
  }

  /// Returns bindings whose object would be created early, without an owner.
  func throwaways() -> [Int] {
    own.filter { position in
      let declaration = declarations[position]
      guard declaration.scope.kind != .singleton, declaration.scope.kind != .custom else { return false }
      return declaration.isEager || declaration.hasStartHook
    }
  }

  /// Returns positions that no entry point reaches and that have no other use.
  func unused() -> [Int] {
    // A plan without a root has no entry points.
    if installer.roots.allSatisfy(\.isNothing) { return [] }
    let replacedElements = installer.overridden.compactMap { key in
      key.witness.list.map { AnyKey($0.element.key.type, qualifier: key.qualifier) }
    }
    var entryPoints = (installer.roots + installer.requirements).compactMap { positions[$0.key] }
    entryPoints += own.filter { position in
      let declaration = declarations[position]
      if declaration.kind == .context || declaration.module < 0 { return true }
      // Definitions can be looked up by name.
      if declaration.candidate != nil { return true }
      // An override of the list replaced them.
      if case .contribution = declaration.role, replacedElements.contains(declaration.key) { return true }
      // Injectors are used for objects outside the graph.
      if declaration.key.type is any AnyInjector.Type { return true }
      return declaration.modifiers.contains {
        switch $0 {
        case .eager, .start: true
        case .condition, .byDefault, .value, .external, .lazy, .misplaced, .sharing, .step, .stop, .tag: false
        }
      }
    }
    // What only an override leaves without a consumer is used where nothing is overridden.
    for excluded in installer.excluded {
      switch excluded.reason {
      case .replaced, .moduleReplaced:
        entryPoints += excluded.declaration.dependencies.compactMap { positions[($0.handleTarget ?? $0).key] }
      case .condition, .defaultNotNeeded, .defined, .bound: continue
      }
    }
    let isReached = reachable(from: entryPoints, over: edges.targets)
    return own.filter { !isReached[$0] && !declarations[$0].isDerived }
  }

  /// Returns classes of no declared scope that several objects have, each one of its own, with those.
  func unshared() -> [(position: Int, consumers: [Int])] {
    guard installer.defaultScope.kind == .transient else { return [] }
    var consumers: [Int: [Int]] = [:]
    // What is derived counts with the object that requested it, if at all: a handle creates a new object on purpose.
    for position in own where !declarations[position].isDerived && declarations[position].kind != .handle {
      for target in Set(edges.targets(of: position)) where target >= 0 && declarations[target].isTransientByDefault {
        consumers[target, default: []].append(position)
      }
    }
    return own.compactMap { position in
      consumers[position].flatMap { $0.count > 1 ? (position, $0) : nil }
    }
  }

  /// Returns factories of which several parameters get one value or shared object, with those parameters, from 1. Two transient
  /// objects of a type are two.
  func sameParameters() -> [(position: Int, parameters: [Int])] {
    own.flatMap { position -> [(position: Int, parameters: [Int])] in
      let declaration = declarations[position]
      guard declaration.unchosenParameters > 1, declaration.kind != .decorator, declaration.module >= 0,
        declaration.candidate == nil
      else { return [] }
      let targets = edges.targets(of: position).prefix(declaration.unchosenParameters)
      return Dictionary(grouping: targets.indices) { targets[$0] }.filter { target, parameters in
        parameters.count > 1 && target >= 0 && declarations[target].isOneForAll
      }.values.map { (position, $0.map { $0 - targets.startIndex + 1 }) }.sorted { $0.parameters[0] < $1.parameters[0] }
    }
  }

  /// Returns named values that no binding uses.
  func unusedValues() -> [(name: String, location: SourceLocation?)] {
    guard let values = installer.values?.declared, !installer.context.isEmpty, !values.isEmpty else { return [] }
    let used = Set(
      declarations.flatMap { [$0.key.qualifier] + $0.dependencies.map(\.key.qualifier) }.compactMap(\.self))
    return values.filter { !used.contains($0.name) }
  }

  /// Returns the dependencies of a position, independent of the order of declaration: those of a list by name and
  /// location, all others in the order of the parameters.
  func orderedTargets(of position: Int) -> [Int] {
    let targets = edges.targets(of: position).filter { $0 >= 0 }
    guard declarations[position].kind == .collection, targets.count > 1 else { return targets }
    return targets.sorted { declarations[$0].orderingName < declarations[$1].orderingName }
  }

  enum Step { case destination, passage, wall }

  /// Returns the shortest path from a position to each destination that is reachable through passages.
  ///
  /// Breadth first, in the order of parameters.
  func shortestPaths(from start: Int, _ step: (Int) -> Step) -> [[Int]] {
    var isKnown = [Bool](repeating: false, count: declarations.count)
    isKnown[start] = true
    // Each entry with the queue index of its predecessor.
    var queue = [(position: start, predecessor: 0)]
    var destinations: [(position: Int, predecessor: Int)] = []
    var next = 0
    while next < queue.count {
      for target in orderedTargets(of: queue[next].position) where !isKnown[target] {
        isKnown[target] = true
        switch step(target) {
        case .destination: destinations.append((target, next))
        case .passage: queue.append((target, next))
        case .wall: continue
        }
      }
      next += 1
    }
    return destinations.map { destination in
      var path = [destination.position]
      var index = destination.predecessor
      while index > 0 {
        path.append(queue[index].position)
        index = queue[index].predecessor
      }
      return [start] + path.reversed()
    }
  }
}

extension Declaration {
  /// Whether two parameters of one factory get the same object.
  fileprivate var isOneForAll: Bool {
    switch kind {
    case .value, .context: true
    case .factory, .opaque, .decorator, .proxy: scope.kind != .transient
    case .collection, .handle, .view: false
    }
  }

  /// Whether it is a class that a module binds without a scope.
  fileprivate var isTransientByDefault: Bool {
    module >= 0 && isBinding && kind == .factory && !hasChosenScope && scope.kind == .transient && candidate == nil
      && key.type is AnyClass
  }
}
