/// Where two texts differ, line by line and byte by byte.
///
/// This is Eugene Myers's "An O(ND) difference algorithm and its variations" (Algorithmica 1, 1986), in the plain form that
/// remembers every step, between the lines that both texts begin and end with. Its time and memory grow with the square of
/// the number of edits, so it gives up beyond ``maximumEdits``: all that lies between is one hunk then. That is right, if
/// coarse; texts that differ so much are rarely versions of one another.
package enum LineDiff {
  /// The most lines that are told apart as added or removed, outside what both texts begin and end with.
  package static let maximumEdits = 2_000

  /// The places where two texts differ, in ascending order, with at least one line in common between any two.
  ///
  /// O(length + number of lines × number of edits), the edits being at most ``maximumEdits``.
  ///
  /// - Parameters:
  ///   - old: The one text.
  ///   - new: The other text.
  package static func hunks(from old: TextLines, to new: TextLines) -> [DiffHunk] {
    let (oldLines, newLines) = (old.fingerprints, new.fingerprints)
    var start = 0
    while start < min(oldLines.count, newLines.count), oldLines[start] == newLines[start] { start += 1 }
    var (oldEnd, newEnd) = (oldLines.count, newLines.count)
    while oldEnd > start, newEnd > start, oldLines[oldEnd - 1] == newLines[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let middle = DiffHunk(old: start..<oldEnd, new: start..<newEnd)
    var hunks: [DiffHunk]
    if middle.old.isEmpty, middle.new.isEmpty {
      hunks = []
    } else if middle.old.isEmpty || middle.new.isEmpty {
      hunks = [middle]
    } else {
      hunks = MyersDiff(old: oldLines, new: newLines, within: middle).hunks(limit: maximumEdits) ?? [middle]
    }
    // Only fingerprints were compared so far.
    if !areRight(hunks, from: old, to: new) { hunks = [DiffHunk(old: 0..<old.count, new: 0..<new.count)] }
    return hunks
  }

  /// Whether the lines outside of the hunks are the same to the last byte.
  private static func areRight(_ hunks: [DiffHunk], from old: TextLines, to new: TextLines) -> Bool {
    var (oldStart, newStart) = (0, 0)
    for hunk in hunks {
      let (oldLines, newLines) = (oldStart..<hunk.old.lowerBound, newStart..<hunk.new.lowerBound)
      guard old.bytes(of: oldLines) == new.bytes(of: newLines) else { return false }
      (oldStart, newStart) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    return old.bytes(of: oldStart..<old.count) == new.bytes(of: newStart..<new.count)
  }
}

/// A place where two texts differ: some lines of the old one, and those that stand for them in the new one.
package struct DiffHunk: Sendable, Hashable {
  /// The lines of the old text, counted from 0; an empty range where lines were only added.
  package let old: Range<Int>
  /// The lines of the new text, counted from 0; an empty range where lines were only removed.
  package let new: Range<Int>

  /// Creates a hunk.
  ///
  /// - Parameters:
  ///   - old: The lines of the old text.
  ///   - new: The lines of the new text.
  package init(old: Range<Int>, new: Range<Int>) {
    (self.old, self.new) = (old, new)
  }
}

/// A text as lines. A line goes up to and including its line feed, so that all lines together are the text, byte for byte;
/// the last one may lack it.
package struct TextLines: Sendable {
  /// The text.
  package let text: String
  /// The text's bytes.
  let bytes: [UInt8]
  /// Where each line begins in ``bytes``; and last, where the text ends.
  let starts: [Int]
  /// A fingerprint of each line: lines with different ones differ.
  let fingerprints: [UInt64]

  /// Takes a text apart. O(length).
  ///
  /// - Parameter text: The text.
  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    var starts = [0]
    var fingerprints: [UInt64] = []
    var fingerprint = Self.emptyFingerprint
    for offset in bytes.indices {
      fingerprint = (fingerprint ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
      guard bytes[offset] == UInt8(ascii: "\n") else { continue }
      starts.append(offset + 1)
      fingerprints.append(fingerprint)
      fingerprint = Self.emptyFingerprint
    }
    if let last = starts.last, last < bytes.count {
      starts.append(bytes.count)
      fingerprints.append(fingerprint)
    }
    (self.starts, self.fingerprints) = (starts, fingerprints)
  }

  /// How many lines there are; none in an empty text.
  package var count: Int { fingerprints.count }

  /// A line with its line feed. O(1).
  ///
  /// - Parameter line: The line's number, from 0 to ``count`` - 1.
  package subscript(line: Int) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: starts[line])
    return text[start..<text.utf8.index(start, offsetBy: starts[line + 1] - starts[line])]
  }

  /// The bytes of some lines.
  func bytes(of lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }

  /// FNV-1a, as in ``ContentDigest``.
  private static let emptyFingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
}

/// The search for the fewest lines to remove and to add: the greedy algorithm of Myers.
///
/// A position is a number of old lines and of new ones that are dealt with, and its diagonal is the difference of the two.
/// With each further edit the search goes as far as it can on every diagonal that it can reach.
struct MyersDiff {
  private let old: [UInt64]
  private let new: [UInt64]
  private let range: DiffHunk
  /// How many old lines are dealt with at best: after 0 edits on diagonal 0, after 1 edit on the diagonals -1 and 1, after
  /// 2 edits on -2, 0 and 2, and so on, one after the other.
  private var furthest: [Int] = []

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - old: The fingerprints of the old lines.
  ///   - new: The fingerprints of the new lines.
  ///   - range: The lines to look at.
  init(old: [UInt64], new: [UInt64], within range: DiffHunk) {
    (self.old, self.new, self.range) = (old, new, range)
  }

  /// Searches.
  ///
  /// - Parameter limit: The most edits.
  /// - Returns: The differences; `nil` when it takes more edits.
  consuming func hunks(limit: Int) -> [DiffHunk]? {
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
  private func path(_ count: Int) -> [DiffHunk] {
    var hunks: [DiffHunk] = []
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
      hunks.append(DiffHunk(old: oldLines, new: newLines))
      if !isAddition { place -= 1 }
    }
    return hunks.reversed()
  }
}
