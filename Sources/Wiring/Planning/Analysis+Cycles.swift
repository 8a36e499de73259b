extension Analysis {
  /// The cycles: for each group of bindings that need each other at once, the shortest circle through the first of them by
  /// name.
  ///
  /// One circle per group, since breaking it shows the next, and a group of ten can have a million circles.
  func cycles() -> [[Int]] {
    // A circle through handles alone is none, but every circle is one with handles, too.
    guard !circles.isEmpty else { return [] }
    return Components(own, edges) { !declarations[$0].isDeferring }.circles.map { group in
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
