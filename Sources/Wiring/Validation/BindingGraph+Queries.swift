extension BindingGraph {
  /// A key that nobody provides, with those who ask for it.
  struct Missing {
    let dependency: Dependency
    var consumers: [(position: Int, parameter: Int)] = []
    var requirements: [RequiredKey] = []

    var key: AnyKey { dependency.key }
  }

  func missingDependencies() -> [Missing] {
    var missing: [Missing] = []
    func index(of dependency: Dependency) -> Int {
      if let index = missing.firstIndex(where: { $0.key == dependency.key }) { return index }
      missing.append(Missing(dependency: dependency))
      return missing.count - 1
    }
    for position in own {
      for (parameter, target) in edges.targets(of: position).enumerated() where target == Edges.missing {
        // A decorator without an inner object is a problem of its own.
        let dependency = declarations[position].dependencies[parameter]
        if dependency.key == declarations[position].key, looseDecorators.contains(position) { continue }
        let wanted = referred(dependency.witness().wrapped?.asking(for: dependency.key.qualifier) ?? dependency)
        // A definition that is wrong itself is reported as that, and not as missing as well.
        if let name = wanted.key.qualifier, installer.undeclared.contains(name) { continue }
        missing[index(of: wanted)].consumers.append((position, parameter))
      }
    }
    for requirement in installer.requirements + installer.roots where positions[requirement.key] == nil {
      missing[index(of: requirement.dependency)].requirements.append(requirement)
    }
    return missing
  }

  /// What a definition refers to where a dependency has the name of that reference.
  func referred(_ dependency: Dependency) -> Dependency {
    var wanted = dependency
    var seen: Set<String> = []
    while let qualifier = wanted.key.qualifier, seen.insert(qualifier).inserted,
      case .reference(let name, isLazy: _)? = installer.sources[qualifier]?.content
    {
      wanted = wanted.asking(for: name)
    }
    return wanted
  }

  /// Positions that provide the same key, or have the same name in a list.
  func duplicateGroups() -> [[Int]] {
    var groups: [[Int]] = []
    if !duplicates.isEmpty {
      let keys = Set(duplicates.map { declarations[$0].key })
      groups += keys.map { key in
        own.filter { declarations[$0].isBinding && declarations[$0].key == key && !declarations[$0].isDerived }
      }
    }
    for list in contributions {
      let named = Dictionary(grouping: list.members.filter { $0.name != nil }, by: { $0.name ?? "" })
      groups += named.values.filter { $0.count > 1 }.map { $0.map(\.position) }
    }
    return groups
  }

  /// A long-lived holder, and the positions from it to a shorter-lived object that is meant to be shared.
  func captives() -> [[Int]] {
    let reaching = positionsThatHoldShortLived()
    guard !reaching.isEmpty else { return [] }
    var paths: [[Int]] = []
    for holder in own where declarations[holder].scope.outlivesResolution {
      guard edges.targets(of: holder).contains(where: reaching.contains) else { continue }
      let scope = declarations[holder].scope
      paths += shortestPaths(from: holder) { position in
        let held = declarations[position].scope
        if held.kind == .transient { return .passage }
        return scope.mayHold(held) ? .wall : .destination
      }
    }
    return paths
  }

  /// The positions whose scope somebody must not hold, and the transient ones that hold one of them, at whatever distance:
  /// one walk against the edges, so that sound holders cost nothing.
  private func positionsThatHoldShortLived() -> Set<Int> {
    var queue = declarations.indices.filter {
      declarations[$0].scope.kind == .graph || declarations[$0].scope.kind == .custom
    }
    guard !queue.isEmpty else { return [] }
    let consumers = consumers()
    var reaching = Set(queue)
    var next = 0
    while next < queue.count {
      for consumer in consumers[queue[next]] where declarations[consumer].scope.kind == .transient {
        if reaching.insert(consumer).inserted { queue.append(consumer) }
      }
      next += 1
    }
    return reaching
  }

  /// The positions that need one, directly or not. What an opaque factory needs is unknown, so that it counts as well.
  func dependents(of position: Int) -> PositionSet {
    let consumers = consumers()
    var members = [Bool](repeating: false, count: declarations.count)
    var queue = consumers[position] + declarations.indices.filter { declarations[$0].kind == .opaque }
    var next = 0
    while next < queue.count {
      if !members[queue[next]] {
        members[queue[next]] = true
        queue += consumers[queue[next]]
      }
      next += 1
    }
    return PositionSet(members)
  }

  /// By position those that depend on it.
  func consumers() -> [[Int]] {
    var consumers = [[Int]](repeating: [], count: declarations.count)
    for position in declarations.indices {
      for target in edges.targets(of: position) where target >= 0 { consumers[target].append(position) }
    }
    return consumers
  }

  /// Bindings with the scope `weak` whose type is known to have no identity.
  func weakValues() -> [Int] {
    own.filter { position in
      let declaration = declarations[position]
      return declaration.scope.kind == .weak && !(declaration.key.type is AnyClass) && !declaration.key.isExistential
    }
  }

  /// Positions that no entry point leads to, and that nobody else has a use for.
  func unused() -> [Int] {
    var isReached = [Bool](repeating: false, count: declarations.count)
    var queue = (installer.roots + installer.requirements).compactMap { positions[$0.key] }
    queue += own.filter { position in
      let declaration = declarations[position]
      if declaration.kind == .context || declaration.module < 0 { return true }
      // What is defined can be asked for by name.
      if declaration.candidate != nil { return true }
      // Injectors are for objects from outside of the graph.
      if declaration.key.type is any AnyInjector.Type { return true }
      return declaration.modifiers.contains {
        switch $0 {
        case .eager, .start: true
        case .condition, .byDefault, .value, .external, .lazy, .step, .stop: false
        }
      }
    }
    for position in queue { isReached[position] = true }
    var next = 0
    while next < queue.count {
      for target in edges.targets(of: queue[next]) where target >= 0 && !isReached[target] {
        isReached[target] = true
        queue.append(target)
      }
      next += 1
    }
    return own.filter { !isReached[$0] && !declarations[$0].isDerived }
  }

  /// Values with names for which nobody asks.
  func unusedValues() -> [DefinitionValue.Member] {
    guard !installer.context.values.isEmpty else { return [] }
    let asked = Set(
      declarations.flatMap { [$0.key.qualifier] + $0.dependencies.map(\.key.qualifier) }.compactMap(\.self))
    return installer.context.values.filter { !asked.contains($0.name) }
  }

  /// The dependencies of a position in an order that does not depend on the order of declaration: those of a list by name
  /// and place, all others as the parameters stand.
  func orderedTargets(of position: Int) -> [Int] {
    let targets = Array(edges.targets(of: position))
    guard declarations[position].kind == .collection, targets.count > 1 else { return targets }
    return targets.sorted { declarations[$0].orderingName < declarations[$1].orderingName }
  }

  enum Step { case destination, passage, wall }

  /// The shortest way from a position to each destination that can be reached through passages. Breadth first, in the
  /// order of parameters.
  func shortestPaths(from start: Int, _ step: (Int) -> Step) -> [[Int]] {
    var isKnown = [Bool](repeating: false, count: declarations.count)
    isKnown[start] = true
    // The places are those in the queue of the positions that they were reached from.
    var queue = [(position: start, place: 0)]
    var destinations: [(position: Int, place: Int)] = []
    var next = 0
    while next < queue.count {
      for target in orderedTargets(of: queue[next].position) where target >= 0 && !isKnown[target] {
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
      var place = destination.place
      while place > 0 {
        path.append(queue[place].position)
        place = queue[place].place
      }
      return [start] + path.reversed()
    }
  }
}
