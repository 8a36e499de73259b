/// Names that look alike.
enum Spelling {
  /// The names of a list that somebody may have meant: one or two letters differ, in whatever case, and most do not.
  static func near(_ name: String, in names: [String]) -> [String] {
    names.filter { isNear(name, $0) }.sorted()
  }

  private static func isNear(_ name: String, _ other: String) -> Bool {
    let (one, two) = (Array(name.lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars))
    guard abs(one.count - two.count) <= 2 else { return false }
    let distance = distance(one, two)
    return distance <= 2 && distance * 3 <= max(one.count, two.count)
  }

  /// How many letters must be changed, added, taken away, or swapped with their neighbour.
  private static func distance(_ one: [Unicode.Scalar], _ two: [Unicode.Scalar]) -> Int {
    var (before, last) = ([Int](), Array(0...two.count))
    for row in one.indices {
      var current = [row + 1]
      for column in two.indices {
        let isSame = one[row] == two[column]
        var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == two[column - 1], one[row - 1] == two[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, last) = (last, current)
    }
    return last[two.count]
  }
}
