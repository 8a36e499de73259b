extension String {
  /// How many letters must be added, removed, replaced or swapped with their neighbour to turn one word into the other.
  func editDistance(to other: String) -> Int {
    let (from, to) = (Array(self.prefix(64)), Array(other.prefix(64)))
    var rows = [Array(0...to.count)]
    for row in from.indices {
      var line = [row + 1]
      for column in to.indices {
        var best = Swift.min(rows[row][column + 1] + 1, line[column] + 1)
        best = Swift.min(best, rows[row][column] + (from[row] == to[column] ? 0 : 1))
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          best = Swift.min(best, rows[row - 1][column - 1] + 1)
        }
        line.append(best)
      }
      rows.append(line)
    }
    return rows[from.count][to.count]
  }
}
