import NotesDomain

/// One text of two that could not be merged, for a person to edit: no line of either is missing that the other did not take
/// out, and none is added, marks of a conflict least of all.
enum UnitedText {
  /// - Parameters:
  ///   - base: The text that both go back to; `nil` when it is not known.
  ///   - theirs: A text.
  ///   - ours: Another text.
  /// - Returns: What only one side changed, as changed; where both did, the lines of both, theirs before ours.
  static func of(base: String?, theirs: String, ours: String) -> String {
    let (theirs, ours) = (LineDiff.lines(of: theirs), LineDiff.lines(of: ours))
    let lines = base.map { united(LineDiff.lines(of: $0), theirs, ours) } ?? united(theirs, ours)
    var bytes: [UInt8] = []
    for line in lines {
      // The last line of a text may have no end, and may not be the last here.
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      bytes += line
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private typealias Line = ArraySlice<UInt8>

  /// The lines of two texts, each common line once.
  private static func united(_ theirs: [Line], _ ours: [Line]) -> [Line] {
    var lines: [Line] = []
    var position = 0
    for hunk in LineDiff.hunks(from: theirs, to: ours) {
      lines += theirs[position..<hunk.old.upperBound]
      lines += ours[hunk.new]
      position = hunk.old.upperBound
    }
    return lines + theirs[position...]
  }

  private static func united(_ base: [Line], _ theirs: [Line], _ ours: [Line]) -> [Line] {
    var sides = (LineDiff.hunks(from: base, to: theirs)[...], LineDiff.hunks(from: base, to: ours)[...])
    var lines: [Line] = []
    var position = 0
    while let start = [sides.0.first, sides.1.first].compactMap({ $0?.old.lowerBound }).min() {
      // Changes that overlap or touch belong together.
      var end = start
      var group: ([LineDiff.Hunk], [LineDiff.Hunk]) = ([], [])
      while true {
        if let hunk = sides.0.first, hunk.old.lowerBound <= end {
          group.0.append(sides.0.removeFirst())
          end = max(end, hunk.old.upperBound)
        } else if let hunk = sides.1.first, hunk.old.lowerBound <= end {
          group.1.append(sides.1.removeFirst())
          end = max(end, hunk.old.upperBound)
        } else {
          break
        }
      }
      lines += base[position..<start]
      position = end
      let changed = (place(start..<end, in: theirs, group.0), place(start..<end, in: ours, group.1))
      switch changed {
      case (let one?, let other?): lines += united(Array(one), Array(other))
      case (let one?, nil), (nil, let one?): lines += one
      case (nil, nil): lines += base[start..<end]
      }
    }
    return lines + base[position...]
  }

  /// What one side made of some lines of the base; `nil` when it left them alone.
  private static func place(_ range: Range<Int>, in side: [Line], _ hunks: [LineDiff.Hunk]) -> ArraySlice<Line>? {
    guard let first = hunks.first, let last = hunks.last else { return nil }
    let start = first.new.lowerBound - (first.old.lowerBound - range.lowerBound)
    let end = last.new.upperBound + (range.upperBound - last.old.upperBound)
    return side[start..<end]
  }
}
