/// The strongly connected components of a graph: groups of positions that reach each other, dependencies first.
///
/// Tarjan's algorithm (Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972), written without
/// recursion: a chain of ten thousand must not overflow the stack.
struct StronglyConnectedComponents {
  /// The positions, component after component.
  private(set) var order: [Int] = []
  /// The components that are circles: of two or more positions, or of one that needs itself.
  private(set) var circles: [[Int]] = []

  /// - Parameters:
  ///   - range: The positions.
  ///   - edges: Their dependencies; those outside the range are left out.
  ///   - follows: Whether the dependencies of a position count.
  init(_ range: Range<Int>, _ edges: Edges, follows: (Int) -> Bool) {
    let start = range.lowerBound
    // By position; 0 for one that was not visited.
    var index = [Int](repeating: 0, count: range.count)
    var lowest = [Int](repeating: 0, count: range.count)
    var isOpen = [Bool](repeating: false, count: range.count)
    var open: [Int] = []
    var path: [(position: Int, edge: Int, end: Int)] = []
    var counter = 0
    order.reserveCapacity(range.count)

    for first in range where index[first - start] == 0 {
      if edges.number(of: first) == 0 {
        // A component of its own, without a look around.
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
          if lowest[position - start] == index[position - start] { close(position, &open, &isOpen, start, edges, end) }
        }
        guard let visit else { break }
        next = visit
      }
    }
  }

  private mutating func close(
    _ root: Int, _ open: inout [Int], _ isOpen: inout [Bool], _ start: Int, _ edges: Edges, _ edgeCount: Int
  ) {
    let first = order.count
    while let member = open.popLast() {
      isOpen[member - start] = false
      order.append(member)
      if member == root { break }
    }
    let needsItself = edgeCount > 0 && edges.targets(of: root).contains(root)
    if order.count - first > 1 || needsItself { circles.append(Array(order[first...])) }
  }
}

/// For each position those of its dependencies, in the order of the parameters; -1 for one that nobody provides.
///
/// One array for all, since an array for each binding would cost a plan as much as the rest of it.
struct Edges: Sendable {
  private var starts: [Int] = [0]
  private var all: [Int] = []

  static let missing = -1

  mutating func reserveCapacity(_ count: Int) {
    starts.reserveCapacity(count + 1)
    all.reserveCapacity(count)
  }

  /// The number of positions.
  var count: Int { starts.count - 1 }

  /// Adds a dependency to the position after the last one.
  mutating func add(_ target: Int) {
    all.append(target)
  }

  /// Ends the list of the position after the last one.
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
