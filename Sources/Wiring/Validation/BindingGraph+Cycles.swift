extension BindingGraph {
  /// The cycles: for each group of bindings that need each other at once, the shortest circle through the first of them by
  /// name.
  ///
  /// One circle per group, since breaking it shows the next, and a group of ten can have a million circles.
  func cycles() -> [[Int]] {
    // A circle through handles alone is none, but every circle is one with handles, too.
    guard !circles.isEmpty else { return [] }
    return StronglyConnectedComponents(own, edges) { !declarations[$0].isDeferring }.circles.map { group in
      let members = Set(group)
      let first = group.min { declarations[$0].orderingName < declarations[$1].orderingName } ?? group[0]
      return shortestCircle(through: first, among: members)
    }
  }

  private func shortestCircle(through start: Int, among members: Set<Int>) -> [Int] {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      for target in orderedTargets(of: position) where members.contains(target) {
        if target == start {
          var circle = [start, position]
          while let last = circle.last, last != start, let before = previous[last] { circle.append(before) }
          return position == start ? [start, start] : circle.reversed()
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
  /// What declarations are ordered by in a report: the key's name, then the place.
  var orderingName: (String, String, SourceLocation) {
    (key.description, _typeName(key.type), site.location)
  }
}

extension BindingGraph {
  /// A handle or stand-in whose object takes more to be made than it can give.
  struct MisusedHandle {
    enum Reason {
      /// The object takes an `await`.
      case async
      /// The object belongs to the main actor.
      case mainActor
      /// Making the object can throw what the handle cannot.
      case failure(any Error.Type)
    }

    let reason: Reason
    /// From the handle to what asks for too much.
    let path: [Int]
  }

  func misusedHandles() -> [MisusedHandle] {
    var misused: [MisusedHandle] = []
    for position in own where declarations[position].isDeferring {
      let handle = declarations[position]
      for target in edges.targets(of: position) where target >= 0 {
        if isolations[target] > handle.isolation {
          let wanted = isolations[target]
          let path = way(from: target) { self.declarations[$0].ownIsolation == wanted }
          misused.append(
            MisusedHandle(reason: wanted == .async ? .async : .mainActor, path: [position] + path))
        }
        if handle.failure != (any Error).self {
          let isTooMuch: (Int) -> Bool = { self.declarations[$0].throwsMore(than: handle.failure) }
          let path = way(from: target, to: isTooMuch)
          if let culprit = path.last, isTooMuch(culprit) {
            misused.append(
              MisusedHandle(reason: .failure(declarations[culprit].failure), path: [position] + path))
          }
        }
      }
    }
    return misused
  }

  /// The shortest way, through what is needed at once, to a position that is wanted; the start alone when there is none.
  private func way(from start: Int, to isWanted: (Int) -> Bool) -> [Int] {
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
  /// Where its own factory must run.
  fileprivate var ownIsolation: Isolation { isDeferring ? .any : isolation }

  fileprivate func throwsMore(than allowed: any Error.Type) -> Bool {
    !isDeferring && failure != Never.self && failure != allowed
  }
}
