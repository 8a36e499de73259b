/// Finds what somebody who made a slip meant.
package enum Spelling {
  /// The name that is nearest, where it is near at all: the same but for upper and lower case, or with one slip, or two in a
  /// name of eight letters or more. A slip is a letter too few, too many, or another one, or two that changed places.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - names: What could have been meant.
  /// - Returns: The nearest name, the first of them when there are several; `nil` when none is near.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let written = Array(name.lowercased())
    var nearest: (name: String, distance: Int)?
    for candidate in names where candidate != name {
      let letters = Array(candidate.lowercased())
      let limit = min(nearest.map { $0.distance - 1 } ?? 2, max(written.count, letters.count) < 8 ? 1 : 2)
      guard limit >= 0, abs(written.count - letters.count) <= limit else { continue }
      let distance = editDistance(written, letters)
      // A name that is as short as the slip is another name.
      if distance <= limit, distance < min(written.count, letters.count) { nearest = (candidate, distance) }
    }
    return nearest?.name
  }

  /// ``nearest(to:among:)`` as a list of one, or of none.
  package static func near(_ name: String, in names: some Sequence<String>) -> [String] {
    nearest(to: name, among: names).map { [$0] } ?? []
  }

  /// The number of slips between two words. O(letters of the one × letters of the other).
  private static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var least = min(last[column + 1], current[column]) + 1
        least = min(least, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
