extension String {
  /// Whether it could be meant for another name: at most two letters in five differ, in whatever case.
  func isNear(_ other: String) -> Bool {
    let (one, two) = (Array(lowercased()), Array(other.lowercased()))
    var distances = Array(0...two.count)
    for (row, letter) in one.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, match) in two.enumerated() {
        let substituted = diagonal + (letter == match ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = Swift.min(substituted, distances[column] + 1, diagonal + 1)
      }
    }
    return (distances.last ?? 0) * 5 <= Swift.max(one.count, two.count) * 2
  }
}
