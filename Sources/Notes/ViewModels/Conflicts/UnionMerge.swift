import NotesDomain

/// One text of two that could not be merged, for a person to edit: no line of either is missing that the other did not take
/// out, and none is added, marks of a conflict least of all.
enum UnionMerge {
  /// - Parameters:
  ///   - base: The text that both go back to; `nil` when it is not known.
  ///   - theirs: A text.
  ///   - ours: Another text.
  /// - Returns: What only one side changed, as changed; where both did, the lines of both, theirs before ours.
  static func merged(base: String?, theirs: String, ours: String) -> String {
    let (theirs, ours) = (TextLines(theirs), TextLines(ours))
    let lines = base.map { union(TextLines($0), theirs, ours) } ?? union(theirs, ours)
    var text = ""
    for line in lines {
      // The last line of a text may have no end, and may not be the last here.
      if let last = text.utf8.last, last != UInt8(ascii: "\n") { text += "\n" }
      text += line
    }
    return text
  }

  /// The lines of two texts, each common line once.
  private static func union(_ theirs: TextLines, _ ours: TextLines) -> [Substring] {
    var lines: [Substring] = []
    var position = 0
    for hunk in LineDiff.hunks(from: theirs, to: ours) {
      lines += theirs[position..<hunk.old.upperBound] + ours[hunk.new]
      position = hunk.old.upperBound
    }
    return lines + theirs[position..<theirs.count]
  }

  private static func union(_ base: TextLines, _ theirs: TextLines, _ ours: TextLines) -> [Substring] {
    var theirHunks = LineDiff.hunks(from: base, to: theirs)[...]
    var ourHunks = LineDiff.hunks(from: base, to: ours)[...]
    var lines: [Substring] = []
    var position = 0
    while let start = [theirHunks.first, ourHunks.first].compactMap({ $0?.old.lowerBound }).min() {
      // Changes that overlap or touch belong together.
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
      let changed = (place(start..<end, in: theirs, group.theirs), place(start..<end, in: ours, group.ours))
      switch changed {
      case (let one?, let other?): lines += union(TextLines(one.joined()), TextLines(other.joined()))
      case (let one?, nil), (nil, let one?): lines += one
      case (nil, nil): break
      }
    }
    return lines + base[position..<base.count]
  }

  /// What one side made of some lines of the base; `nil` when it left them alone.
  private static func place(_ range: Range<Int>, in side: TextLines, _ hunks: [DiffHunk]) -> [Substring]? {
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
