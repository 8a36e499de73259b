extension Analysis {
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
