/// The strongly connected components of a graph: groups of positions that reach each other, dependencies first.
///
/// Tarjan's algorithm (Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972), written without
/// recursion: a chain of ten thousand must not overflow the stack.
struct StronglyConnectedComponents {
  /// The positions, one component after the other.
  private(set) var order: [Int] = []
  /// The components that are cycles: two or more positions, or one that needs itself.
  private(set) var cycles: [[Int]] = []

  /// Finds the components.
  ///
  /// - Parameters:
  ///   - range: The positions.
  ///   - edges: Their dependencies; those outside the range are ignored.
  ///   - follows: Returns whether the dependencies of a position count.
  init(_ range: Range<Int>, _ edges: Edges, follows: (Int) -> Bool) {
    let start = range.lowerBound
    // By position; 0 before the visit.
    var index = [Int](repeating: 0, count: range.count)
    var lowest = [Int](repeating: 0, count: range.count)
    var isOpen = [Bool](repeating: false, count: range.count)
    var open: [Int] = []
    var path: [(position: Int, edge: Int, end: Int)] = []
    var counter = 0
    order.reserveCapacity(range.count)

    for first in range where index[first - start] == 0 {
      if edges.number(of: first) == 0 {
        // A component without edges needs no traversal.
        counter += 1
        index[first - start] = counter
        order.append(first)
        continue
      }
      var next = first
      while true {
        // Visits `next`.
        counter += 1
        index[next - start] = counter
        lowest[next - start] = counter
        open.append(next)
        isOpen[next - start] = true
        path.append((next, 0, follows(next) ? edges.number(of: next) : 0))
        var visit: Int?
        while visit == nil, let (position, edge, end) = path.last {
          if edge < end {
            path[path.count - 1].edge += 1
            let target = edges.target(edge, of: position)
            guard target >= start else { continue }
            if index[target - start] == 0 {
              if edges.number(of: target) == 0 {
                counter += 1
                index[target - start] = counter
                order.append(target)
                continue
              }
              visit = target
            } else if isOpen[target - start] {
              lowest[position - start] = min(lowest[position - start], index[target - start])
            }
            continue
          }
          path.removeLast()
          if let parent = path.last?.position {
            lowest[parent - start] = min(lowest[parent - start], lowest[position - start])
          }
          guard lowest[position - start] == index[position - start] else { continue }
          // `position` is the root of a component, whose members are the open positions from it on.
          let first = order.count
          while let member = open.popLast() {
            isOpen[member - start] = false
            order.append(member)
            if member == position { break }
          }
          let needsItself = end > 0 && edges.targets(of: position).contains(position)
          if order.count - first > 1 || needsItself { cycles.append(Array(order[first...])) }
        }
        guard let visit else { break }
        next = visit
      }
    }
  }
}

/// The dependencies of each position, in the order of the parameters; -1 for a missing one.
///
/// One array for all, since an array per binding would cost as much as the rest of a plan.
struct Edges: Sendable {
  private var starts: [Int] = [0]
  private var all: [Int] = []

  static let missing = -1

  mutating func reserveCapacity(_ count: Int) {
    starts.reserveCapacity(count + 1)
    all.reserveCapacity(count)
  }

  /// Adds a dependency to the next position.
  mutating func add(_ target: Int) {
    all.append(target)
  }

  /// Ends the list of the next position.
  mutating func endPosition() {
    starts.append(all.count)
  }

  func targets(of position: Int) -> Targets {
    Targets(all: all, start: starts[position], count: starts[position + 1] - starts[position])
  }

  /// The dependencies of one position.
  struct Targets: RandomAccessCollection {
    fileprivate let all: [Int]
    fileprivate let start: Int
    let count: Int

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(index: Int) -> Int { all[start + index] }
  }

  func number(of position: Int) -> Int { starts[position + 1] - starts[position] }

  func target(_ index: Int, of position: Int) -> Int { all[starts[position] + index] }
}
