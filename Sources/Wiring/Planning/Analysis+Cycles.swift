extension Analysis {
  /// The cycles: for each group of bindings that need each other, the shortest circle through the first of them by name.
  ///
  /// One circle per group, since breaking it shows the next, and a group of ten can have a million circles. Groups are
  /// found by Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), written without recursion.
  func cycles() -> [[Int]] {
    stronglyConnectedGroups().map { group in
      let members = Set(group)
      let first = group.min { declarations[$0].orderingName < declarations[$1].orderingName } ?? group[0]
      return shortestCircle(through: first, among: members)
    }
  }

  /// Groups of positions that reach each other: of two or more, or one that needs itself.
  private func stronglyConnectedGroups() -> [[Int]] {
    let count = declarations.count
    var index = [Int](repeating: -1, count: count)
    var lowest = [Int](repeating: 0, count: count)
    var isOpen = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var path: [(position: Int, nextEdge: Int)] = []
    var counter = 0
    var groups: [[Int]] = []

    func visit(_ position: Int) {
      index[position] = counter
      lowest[position] = counter
      counter += 1
      open.append(position)
      isOpen[position] = true
      path.append((position, 0))
    }

    for start in own where index[start] < 0 {
      visit(start)
      while let (position, edge) = path.last {
        if edge < edges[position].count {
          path[path.count - 1].nextEdge += 1
          guard let target = edges[position][edge], target >= inheritedCount else { continue }
          if index[target] < 0 {
            visit(target)
          } else if isOpen[target] {
            lowest[position] = min(lowest[position], index[target])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.position { lowest[parent] = min(lowest[parent], lowest[position]) }
        guard lowest[position] == index[position] else { continue }
        var group: [Int] = []
        repeat {
          let member = open.removeLast()
          isOpen[member] = false
          group.append(member)
        } while group.last != position
        if group.count > 1 || edges[position].contains(position) { groups.append(group) }
      }
    }
    return groups
  }

  private func shortestCircle(through start: Int, among members: Set<Int>) -> [Int] {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      for case let target? in edges[position] where members.contains(target) {
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
    (key.description, key.qualifiedTypeName, site.location)
  }
}
