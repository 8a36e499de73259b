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

  /// How many letters must be changed, added or taken away.
  private static func distance(_ one: [Unicode.Scalar], _ two: [Unicode.Scalar]) -> Int {
    var distances = Array(0...two.count)
    for (row, letter) in one.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, match) in two.enumerated() {
        let substituted = diagonal + (letter == match ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = min(substituted, distances[column] + 1, diagonal + 1)
      }
    }
    return distances[two.count]
  }
}
