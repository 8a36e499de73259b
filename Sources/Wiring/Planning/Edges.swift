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
