extension Analysis {
  /// A key that nobody provides, with those who ask for it.
  struct Missing {
    let key: AnyKey
    var consumers: [(position: Int, parameter: Int)] = []
    var requirements: [Requirement] = []
  }

  func missingDependencies() -> [Missing] {
    var missing: [AnyKey: Missing] = [:]
    for position in own {
      for (parameter, target) in edges[position].enumerated() where target == nil {
        let key = declarations[position].dependencies[parameter].key
        missing[key, default: Missing(key: key)].consumers.append((position, parameter))
      }
    }
    for requirement in installer.requirements + installer.roots where positions[requirement.key] == nil {
      missing[requirement.key, default: Missing(key: requirement.key)].requirements.append(requirement)
    }
    return Array(missing.values)
  }

  /// Positions that provide the same key.
  func duplicates() -> [[Int]] {
    guard hasDuplicates else { return [] }
    return Dictionary(grouping: own) { declarations[$0].key }.values.filter { $0.count > 1 }
  }

  /// A long-lived holder, and the positions from it to a shorter-lived object that is meant to be shared.
  func captives() -> [[Int]] {
    let reaching = positionsThatHoldGraphScoped()
    guard !reaching.isEmpty else { return [] }
    var paths: [[Int]] = []
    for holder in own where declarations[holder].scope.outlivesResolution {
      guard edges[holder].contains(where: { $0.map(reaching.contains) ?? false }) else { continue }
      paths += shortestPaths(from: holder) { position in
        switch declarations[position].scope.kind {
        case .graph: .destination
        case .transient: .passage
        case .weak, .singleton: .wall
        }
      }
    }
    return paths
  }

  /// The positions of scope `graph`, and the transient ones that hold one of them, at whatever distance: one walk against
  /// the edges, so that sound holders cost nothing.
  private func positionsThatHoldGraphScoped() -> Set<Int> {
    var queue = declarations.indices.filter { declarations[$0].scope == .graph }
    guard !queue.isEmpty else { return [] }
    var consumers = [[Int]](repeating: [], count: declarations.count)
    for (position, targets) in edges.enumerated() {
      for case let target? in targets { consumers[target].append(position) }
    }
    var reaching = Set(queue)
    var next = 0
    while next < queue.count {
      for consumer in consumers[queue[next]] where declarations[consumer].scope == .transient {
        if reaching.insert(consumer).inserted { queue.append(consumer) }
      }
      next += 1
    }
    return reaching
  }

  /// Bindings with the scope `weak` whose type is known to have no identity.
  func weakValues() -> [Int] {
    own.filter { position in
      let declaration = declarations[position]
      return declaration.scope == .weak && !(declaration.key.type is AnyClass) && !declaration.key.isExistential
    }
  }

  enum Step { case destination, passage, wall }

  /// The shortest way from a position to each destination that can be reached through passages. Breadth first, in the
  /// order of parameters.
  func shortestPaths(from start: Int, _ step: (Int) -> Step) -> [[Int]] {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var destinations: [Int] = []
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      for case let target? in edges[position] where target != start && previous[target] == nil {
        switch step(target) {
        case .destination:
          previous[target] = position
          destinations.append(target)
        case .passage:
          previous[target] = position
          queue.append(target)
        case .wall:
          continue
        }
      }
    }
    return destinations.map { destination in
      var path = [destination]
      while let last = path.last, last != start, let before = previous[last] { path.append(before) }
      return path.reversed()
    }
  }

  /// This graph's own positions, dependencies before consumers. Only for a graph without cycles.
  func dependencyOrder() -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(own.count)
    var isVisited = [Bool](repeating: false, count: declarations.count)
    var stack: [(position: Int, nextEdge: Int)] = []
    for start in own where !isVisited[start] {
      isVisited[start] = true
      stack.append((start, 0))
      while let (position, edge) = stack.last {
        guard edge < edges[position].count else {
          order.append(position)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].nextEdge += 1
        if let target = edges[position][edge], target >= inheritedCount, !isVisited[target] {
          isVisited[target] = true
          stack.append((target, 0))
        }
      }
    }
    return order
  }
}
