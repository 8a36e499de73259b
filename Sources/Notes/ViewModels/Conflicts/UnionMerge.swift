import NotesDomain

/// The union merge of two texts: a proposal for the user to edit.
///
/// It has every line of both texts that the other one did not remove, and no conflict markers.
enum UnionMerge {
  /// Merges two texts. Where both changed the base, the result has the lines of both, theirs before ours.
  static func merged(base: String?, theirs: String, ours: String) -> String {
    // A last line without a line feed equals the same line with one.
    let endsInLineFeed = [theirs, ours].contains { $0.ends(with: "\n") }
    let ending = FinalLineEnding(of: [base ?? "", theirs, ours])
    let base = base.map { TextLines(ending.added(to: $0)) }
    let (theirs, ours) = (TextLines(ending.added(to: theirs)), TextLines(ending.added(to: ours)))
    let lines = base.map { union(base: $0, theirs: theirs, ours: ours) } ?? union(theirs: theirs, ours: ours)
    return endsInLineFeed ? lines.joined() : ending.removed(from: lines.joined())
  }

  /// Returns the lines of two texts, common lines once.
  private static func union(theirs: TextLines, ours: TextLines) -> [Substring] {
    var lines: [Substring] = []
    var position = 0
    for hunk in LineDiff.hunks(from: theirs, to: ours) {
      lines += theirs[position..<hunk.old.upperBound] + ours[hunk.new]
      position = hunk.old.upperBound
    }
    return lines + theirs[position..<theirs.count]
  }

  private static func union(base: TextLines, theirs: TextLines, ours: TextLines) -> [Substring] {
    var theirHunks = LineDiff.hunks(from: base, to: theirs)[...]
    var ourHunks = LineDiff.hunks(from: base, to: ours)[...]
    var lines: [Substring] = []
    var position = 0
    while let start = [theirHunks.first, ourHunks.first].compactMap({ $0?.old.lowerBound }).min() {
      // Groups hunks that overlap or touch.
      var end = start
      var group: (theirs: [DiffHunk], ours: [DiffHunk]) = ([], [])
      while true {
        if let hunk = theirHunks.first, hunk.old.lowerBound <= end {
          group.theirs.append(theirHunks.removeFirst())
          end = max(end, hunk.old.upperBound)
        } else if let hunk = ourHunks.first, hunk.old.lowerBound <= end {
          group.ours.append(ourHunks.removeFirst())
          end = max(end, hunk.old.upperBound)
        } else {
          break
        }
      }
      lines += base[position..<start]
      position = end
      let range = start..<end
      switch (
        replacement(for: range, in: theirs, hunks: group.theirs), replacement(for: range, in: ours, hunks: group.ours)
      ) {
      case (let theirs?, let ours?):
        lines += union(theirs: TextLines(theirs.joined()), ours: TextLines(ours.joined()))
      case (let changed?, nil), (nil, let changed?): lines += changed
      case (nil, nil): break
      }
    }
    return lines + base[position..<base.count]
  }

  /// Returns the lines of one side for a range of the base; `nil` if it did not change them.
  private static func replacement(for range: Range<Int>, in side: TextLines, hunks: [DiffHunk]) -> [Substring]? {
    guard let first = hunks.first, let last = hunks.last else { return nil }
    let start = first.new.lowerBound - (first.old.lowerBound - range.lowerBound)
    let end = last.new.upperBound + (range.upperBound - last.old.upperBound)
    return side[start..<end]
  }
}

extension TextLines {
  fileprivate subscript(lines: Range<Int>) -> [Substring] {
    lines.map { self[$0] }
  }
}
