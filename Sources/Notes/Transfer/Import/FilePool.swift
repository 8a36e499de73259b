/// Positions of files that are alike, from which one after another is taken.
///
/// Those that are gone are passed once: taking all of them takes linear time, in whatever order.
struct FilePool: Sendable {
  /// The state of a file.
  enum Standing: Sendable, Hashable {
    /// It can be taken.
    case free
    /// It cannot be taken now.
    case reserved
    /// Neither it nor any after it can be taken yet.
    case later
    /// It was taken.
    case gone
  }

  /// The positions in order; the first ones may be gone.
  private(set) var positions: [Int] = []
  private var start = 0

  /// The number of positions, also of those that are gone.
  var count: Int { positions.count }

  mutating func append(_ position: Int) { positions.append(position) }

  /// Puts back a position that was taken, before the first one that follows it in the order of the pool.
  mutating func putBack(_ position: Int, inOrder areInOrder: (Int, Int) -> Bool) {
    let index = positions[start...].firstIndex { areInOrder(position, $0) }
    positions.insert(position, at: index ?? positions.endIndex)
  }

  /// Returns the first positions that can be taken, and forgets those on the way that are gone.
  mutating func first(_ count: Int, standing: (Int) -> Standing) -> [Int] {
    var found: [Int] = []
    var kept: [Int] = []
    var index = start
    search: while index < positions.count, found.count < count {
      let position = positions[index]
      switch standing(position) {
      case .free:
        // One that was put back may be there twice.
        if !found.contains(position) { found.append(position) }
        kept.append(position)
      case .reserved: kept.append(position)
      case .gone: break
      case .later: break search
      }
      index += 1
    }
    start = index - kept.count
    positions.replaceSubrange(start..<index, with: kept)
    return found
  }
}
