extension BindingGraph {
  /// Returns the shortest cycle through the first member, by name, of each group of bindings that need each other.
  ///
  /// One cycle per group, since breaking it reveals the next, and a group of ten can have a million cycles.
  func cycles() -> [[Int]] {
    // A cycle through handles is no problem, but every problematic cycle is also one of the graph with handles.
    guard !cyclicComponents.isEmpty else { return [] }
    return StronglyConnectedComponents(own, edges) { !declarations[$0].isDeferring }.cycles.map { group in
      let members = Set(group)
      let first = group.min { declarations[$0].orderingName < declarations[$1].orderingName } ?? group[0]
      return shortestCycle(through: first, among: members)
    }
  }

  /// Returns the shortest cycle through a position, also through handles, without the handles themselves.
  func cycle(through position: Int) -> [Int] {
    let group = cyclicComponents.first { $0.contains(position) } ?? [position]
    return shortestCycle(through: position, among: Set(group)).dropLast().filter { !declarations[$0].isDeferring }
  }

  private func shortestCycle(through start: Int, among members: Set<Int>) -> [Int] {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      for target in orderedTargets(of: position) where members.contains(target) {
        if target == start {
          var cycle = [start, position]
          while let last = cycle.last, last != start, let before = previous[last] { cycle.append(before) }
          return position == start ? [start, start] : cycle.reversed()
        }
        if previous[target] == nil {
          previous[target] = position
          queue.append(target)
        }
      }
    }
    return [start]
  }
}

extension Declaration {
  /// The sort key of declarations in a report: the key's name, then the location.
  var orderingName: (String, String, SourceLocation) {
    (key.description, _typeName(key.type), site.location)
  }
}

extension BindingGraph {
  /// A handle or proxy that cannot create its object.
  struct MisusedHandle {
    enum Reason {
      /// The object is asynchronous.
      case async
      /// The object is isolated to the main actor.
      case mainActor
      /// A factory can throw an error that the handle cannot.
      case failure(any Error.Type)
    }

    let reason: Reason
    /// The positions from the handle to the binding that is too demanding.
    let path: [Int]
  }

  func misusedHandles() -> [MisusedHandle] {
    var misused: [MisusedHandle] = []
    let mayThrow = positionsThatMayThrow()
    for position in own where declarations[position].isDeferring {
      let handle = declarations[position]
      for target in edges.targets(of: position) where target >= 0 {
        if isolations[target] > (isConfined(position) ? max(handle.isolation, .main) : handle.isolation) {
          let wanted = isolations[target]
          let path = path(from: target) { self.declarations[$0].ownIsolation == wanted }
          misused.append(
            MisusedHandle(reason: wanted == .async ? .async : .mainActor, path: [position] + path))
        }
        if handle.failure != (any Error).self, mayThrow[target] {
          let isTooMuch: (Int) -> Bool = { self.declarations[$0].throwsMore(than: handle.failure) }
          let path = path(from: target, to: isTooMuch)
          if let culprit = path.last, isTooMuch(culprit) {
            misused.append(
              MisusedHandle(reason: .failure(declarations[culprit].failure), path: [position] + path))
          }
        }
      }
    }
    return misused
  }

  /// Returns by position whether creating the object may throw.
  private func positionsThatMayThrow() -> [Bool] {
    var mayThrow = declarations.indices.map { $0 < inheritedCount }
    for position in order where !declarations[position].isDeferring {
      mayThrow[position] =
        declarations[position].failure != Never.self
        || edges.targets(of: position).contains { $0 >= 0 && mayThrow[$0] }
    }
    return mayThrow
  }

  /// Returns the shortest path, through immediate dependencies, to a matching position; the start alone without one.
  private func path(from start: Int, to isWanted: (Int) -> Bool) -> [Int] {
    if isWanted(start) { return [start] }
    var paths = shortestPaths(from: start) { position in
      if isWanted(position) { return .destination }
      return declarations[position].isDeferring ? .wall : .passage
    }
    if declarations[start].isDeferring { paths = [] }
    return paths.first ?? [start]
  }
}

extension Declaration {
  /// The isolation of its own factory.
  fileprivate var ownIsolation: Isolation { isDeferring ? .any : isolation }

  fileprivate func throwsMore(than allowed: any Error.Type) -> Bool {
    !isDeferring && failure != Never.self && failure != allowed
  }
}
