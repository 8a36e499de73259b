/// The search for the fewest lines to remove and to add: the greedy algorithm of Myers.
///
/// A position is a number of old lines and of new ones that are dealt with, and its diagonal is the difference of the two.
/// With each further edit the search goes as far as it can on every diagonal that it can reach.
struct EditSearch {
  private let old: [UInt64]
  private let new: [UInt64]
  private let range: LineHunk
  /// How many old lines are dealt with at best: after 0 edits on diagonal 0, after 1 edit on the diagonals -1 and 1, after
  /// 2 edits on -2, 0 and 2, and so on, one after the other.
  private var furthest: [Int] = []

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - old: The fingerprints of the old lines.
  ///   - new: The fingerprints of the new lines.
  ///   - range: The lines to look at.
  init(old: [UInt64], new: [UInt64], within range: LineHunk) {
    (self.old, self.new, self.range) = (old, new, range)
  }

  /// Searches.
  ///
  /// - Parameter limit: The most edits.
  /// - Returns: The differences; `nil` when it takes more edits.
  consuming func hunks(limit: Int) -> [LineHunk]? {
    let target = range.old.count - range.new.count
    for edits in 0...limit {
      for place in 0...edits {
        let diagonal = 2 * place - edits
        let reached = follow(from: edits == 0 ? 0 : start(edits, place).reached, on: diagonal)
        furthest.append(reached)
        if diagonal == target, reached >= range.old.count { return path(edits) }
      }
    }
    return nil
  }

  /// Where the search stands on a diagonal after one more edit, before it follows lines that both texts have.
  private func start(_ edits: Int, _ place: Int) -> (isAddition: Bool, reached: Int) {
    let row = edits * (edits - 1) / 2
    let isAddition =
      place == 0 || place < edits && furthest[row + place - 1] < furthest[row + place]
    return (isAddition, isAddition ? furthest[row + place] : furthest[row + place - 1] + 1)
  }

  private func follow(from start: Int, on diagonal: Int) -> Int {
    var reached = start
    while reached < range.old.count, reached - diagonal < range.new.count,
      old[range.old.lowerBound + reached] == new[range.new.lowerBound + reached - diagonal]
    {
      reached += 1
    }
    return reached
  }

  /// Goes back from the end to the beginning, and makes hunks of edits with nothing in between.
  private func path(_ count: Int) -> [LineHunk] {
    var hunks: [LineHunk] = []
    var place = (range.old.count - range.new.count + count) / 2
    for edits in stride(from: count, to: 0, by: -1) {
      let (isAddition, reached) = start(edits, place)
      let oldEnd = range.old.lowerBound + reached
      let newEnd = range.new.lowerBound + reached - (2 * place - edits)
      var (oldLines, newLines) = (oldEnd..<oldEnd, newEnd..<newEnd)
      if isAddition { newLines = newEnd - 1..<newEnd } else { oldLines = oldEnd - 1..<oldEnd }
      if let next = hunks.last, next.old.lowerBound == oldEnd, next.new.lowerBound == newEnd {
        hunks.removeLast()
        oldLines = oldLines.lowerBound..<next.old.upperBound
        newLines = newLines.lowerBound..<next.new.upperBound
      }
      hunks.append(LineHunk(old: oldLines, new: newLines))
      if !isAddition { place -= 1 }
    }
    return hunks.reversed()
  }
}
