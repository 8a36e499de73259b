/// Suggestions for misspelt names.
package enum Spelling {
  /// The maximum length of a name that is compared.
  private static let maximumBytes = 256

  /// Returns the most similar name, if it is similar enough: equal except for case, or with one mistake, or two in a
  /// name of eight letters or more. A mistake is a missing, extra or wrong letter, or two swapped ones.
  ///
  /// - Parameters:
  ///   - name: The misspelt name.
  ///   - names: The known names.
  /// - Returns: The most similar name, the first of several; `nil` without one, and for names of more than 256 bytes, since the
  ///   cost grows with the square of their length.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    guard name.utf8.count <= maximumBytes else { return nil }
    let written = Array(name.lowercased())
    var nearest: (name: String, distance: Int)?
    for candidate in names where candidate != name && candidate.utf8.count <= maximumBytes {
      let letters = Array(candidate.lowercased())
      let limit = min(nearest.map { $0.distance - 1 } ?? 2, max(written.count, letters.count) < 8 ? 1 : 2)
      guard limit >= 0, abs(written.count - letters.count) <= limit else { continue }
      let distance = editDistance(written, letters)
      // A name as short as the number of mistakes is a different name.
      if distance <= limit, distance < min(written.count, letters.count) { nearest = (candidate, distance) }
    }
    return nearest?.name
  }

  /// Returns ``nearest(to:among:)`` as a list of at most one name.
  package static func near(_ name: String, in names: some Sequence<String>) -> [String] {
    nearest(to: name, among: names).map { [$0] } ?? []
  }

  /// Returns the name with the fewest mistakes, at most `limit`; the first of several.
  ///
  /// - Parameter name: The misspelt name, of which the first 64 letters count: it can be any text that a user typed.
  package static func nearest(to name: String, among names: some Sequence<String>, within limit: Int) -> String? {
    let written = Array(name.prefix(64))
    let candidates = names.map { (name: $0, distance: editDistance(written, Array($0.prefix(64)))) }
    return candidates.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// Returns the edit distance of two words, with swapped letters as one edit. O(length × length).
  package static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
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
