/// The difference of two texts by lines, byte for byte.
///
/// This is the greedy algorithm of Eugene Myers, "An O(ND) difference algorithm and its variations" (Algorithmica 1,
/// 1986), which stores every step, applied to the lines between the common prefix and suffix. Time and memory are
/// quadratic in the number of edits, so beyond ``maximumEdits`` all lines in between become one hunk. That is correct
/// but coarse; texts that differ so much are rarely versions of one another.
package enum LineDiff {
  /// The maximum number of added and removed lines between the common prefix and suffix.
  static let maximumEdits = 2_000

  /// Returns the hunks in which two texts differ, in ascending order, with at least one common line between any two.
  ///
  /// O(length + lines × edits), with at most ``maximumEdits`` edits.
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
    // The algorithm compares fingerprints only.
    if !areExact(hunks, from: old, to: new) { hunks = [DiffHunk(old: 0..<old.count, new: 0..<new.count)] }
    return hunks
  }

  /// Returns whether two texts are perhaps versions of one: they have half of the lines of the shorter one in common.
  package static func areRelated(_ one: String, _ other: String) -> Bool {
    let (one, other) = (TextLines(one), TextLines(other))
    let common = one.count - hunks(from: one, to: other).map(\.old.count).reduce(0, +)
    return common > 0 && common * 2 >= min(one.count, other.count)
  }

  /// Returns whether a text has all lines of another one, in their order, whether or not the last one ends.
  package static func keeps(_ text: String, in other: String) -> Bool {
    let ending = FinalLineEnding(of: [text, other])
    return hunks(from: TextLines(ending.added(to: text)), to: TextLines(ending.added(to: other))).allSatisfy(
      \.old.isEmpty)
  }

  /// Returns whether the lines outside of the hunks are equal byte for byte.
  private static func areExact(_ hunks: [DiffHunk], from old: TextLines, to new: TextLines) -> Bool {
    var (oldStart, newStart) = (0, 0)
    for hunk in hunks {
      let (oldLines, newLines) = (oldStart..<hunk.old.lowerBound, newStart..<hunk.new.lowerBound)
      guard old.bytes(of: oldLines) == new.bytes(of: newLines) else { return false }
      (oldStart, newStart) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    return old.bytes(of: oldStart..<old.count) == new.bytes(of: newStart..<new.count)
  }
}

/// A range of lines of an old text, and the range of lines that replaces it in a new text.
package struct DiffHunk: Sendable, Hashable {
  /// The lines of the old text, counted from 0; empty when lines were only added.
  package let old: Range<Int>
  /// The lines of the new text, counted from 0; empty when lines were only removed.
  package let new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) {
    (self.old, self.new) = (old, new)
  }
}

/// The lines of a text. Each line includes its line feed, which the last one may lack, so that all lines together are
/// the text.
package struct TextLines: Sendable {
  package let text: String
  /// The bytes of the text in UTF-8.
  let bytes: [UInt8]
  /// The offset of each line in ``bytes``, followed by the length of the text.
  let starts: [Int]
  /// A fingerprint of each line. Lines with different fingerprints differ.
  let fingerprints: [UInt64]

  /// Splits a text into lines. O(length).
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

  /// The number of lines; 0 for an empty text.
  package var count: Int { fingerprints.count }

  /// Returns a line with its line feed. O(1).
  package subscript(line: Int) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: starts[line])
    return text[start..<text.utf8.index(start, offsetBy: starts[line + 1] - starts[line])]
  }

  /// Returns the bytes of a range of lines.
  func bytes(of lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }

  /// FNV-1a, as in ``ContentDigest``.
  private static let emptyFingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
}

/// The search for the shortest edit script: the greedy algorithm of Myers.
///
/// A point of the search is a number of consumed old lines and of consumed new lines; its diagonal is their difference.
/// With each further edit, the search advances as far as possible on every diagonal within reach.
struct MyersDiff {
  private let old: [UInt64]
  private let new: [UInt64]
  private let range: DiffHunk
  /// The maximum number of consumed old lines: after 0 edits on diagonal 0, after 1 edit on the diagonals -1 and 1,
  /// after 2 edits on -2, 0 and 2, and so on, concatenated.
  private var furthest: [Int] = []

  init(old: [UInt64], new: [UInt64], within range: DiffHunk) {
    (self.old, self.new, self.range) = (old, new, range)
  }

  /// Runs the search. Returns the hunks; `nil` when more edits than the limit are needed.
  consuming func hunks(limit: Int) -> [DiffHunk]? {
    let target = range.old.count - range.new.count
    for edits in 0...limit {
      for column in 0...edits {
        let diagonal = 2 * column - edits
        let reached = follow(from: edits == 0 ? 0 : start(edits: edits, column: column).reached, on: diagonal)
        furthest.append(reached)
        if diagonal == target, reached >= range.old.count { return path(edits) }
      }
    }
    return nil
  }

  /// Returns the start on a diagonal after one more edit, before the search follows common lines.
  private func start(edits: Int, column: Int) -> (isAddition: Bool, reached: Int) {
    let row = edits * (edits - 1) / 2
    let isAddition =
      column == 0 || column < edits && furthest[row + column - 1] < furthest[row + column]
    return (isAddition, isAddition ? furthest[row + column] : furthest[row + column - 1] + 1)
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

  /// Traces the path back from the end, and combines adjacent edits into hunks.
  private func path(_ count: Int) -> [DiffHunk] {
    var hunks: [DiffHunk] = []
    var column = (range.old.count - range.new.count + count) / 2
    for edits in stride(from: count, to: 0, by: -1) {
      let (isAddition, reached) = start(edits: edits, column: column)
      let oldEnd = range.old.lowerBound + reached
      let newEnd = range.new.lowerBound + reached - (2 * column - edits)
      var (oldLines, newLines) = (oldEnd..<oldEnd, newEnd..<newEnd)
      if isAddition { newLines = newEnd - 1..<newEnd } else { oldLines = oldEnd - 1..<oldEnd }
      if let next = hunks.last, next.old.lowerBound == oldEnd, next.new.lowerBound == newEnd {
        hunks.removeLast()
        oldLines = oldLines.lowerBound..<next.old.upperBound
        newLines = newLines.lowerBound..<next.new.upperBound
      }
      hunks.append(DiffHunk(old: oldLines, new: newLines))
      if !isAddition { column -= 1 }
    }
    return hunks.reversed()
  }
}

/// The three-way merge of two texts by lines.
///
/// Each text is compared with the common ancestor. When both changed the same or adjacent lines, the merge fails,
/// unless both made the same change: two lines that were added at one position have no order, and a line that was added
/// next to a removed one may have belonged to it. The line feed at the end is merged by itself: most editors add it, and a text
/// from the command line has none.
///
/// The merge is symmetric.
package enum LineMerge {
  /// Merges two texts; `nil` when the changes overlap. O(length); see ``LineDiff`` for texts with many differences.
  package static func merge(base: String, ours: String, theirs: String) -> String? {
    if ours.hasSameBytes(as: base) || ours.hasSameBytes(as: theirs) { return theirs }
    if theirs.hasSameBytes(as: base) { return ours }
    let ending = FinalLineEnding(of: [base, ours, theirs])
    let lines = TextLines(ending.added(to: base))
    guard
      let merged = merge(
        base: lines, Side(TextLines(ending.added(to: ours)), over: lines),
        Side(TextLines(ending.added(to: theirs)), over: lines))
    else { return nil }
    let endsLine = theirs.endsLine == base.endsLine ? ours.endsLine : theirs.endsLine
    return endsLine ? merged : ending.removed(from: merged)
  }

  /// Returns a text with the lines of another one at its end, except for those with which both begin. O(length).
  package static func continued(_ first: String, by second: String) -> String {
    let ending = FinalLineEnding(of: [first, second])
    let (old, new) = (TextLines(ending.added(to: first)), TextLines(ending.added(to: second)))
    var common = 0
    while common < min(old.count, new.count), old.bytes(of: common..<common + 1) == new.bytes(of: common..<common + 1) {
      common += 1
    }
    if common == new.count { return first }
    if common == old.count { return second }
    let text = ending.added(to: first) + String(decoding: new.bytes(of: common..<new.count), as: UTF8.self)
    return second.endsLine ? text : ending.removed(from: text)
  }

  private struct Side {
    let lines: TextLines
    var hunks: ArraySlice<DiffHunk>

    init(_ lines: TextLines, over base: TextLines) {
      self.lines = lines
      hunks = LineDiff.hunks(from: base, to: lines)[...]
    }

    func text(_ hunk: DiffHunk) -> ArraySlice<UInt8> { lines.bytes(of: hunk.new) }
  }

  private static func merge(base: TextLines, _ ours: Side, _ theirs: Side) -> String? {
    var (ours, theirs) = (ours, theirs)
    var merged: [UInt8] = []
    merged.reserveCapacity(ours.lines.bytes.count + theirs.lines.bytes.count)
    var line = 0
    func apply(_ hunk: DiffHunk, _ text: ArraySlice<UInt8>) {
      merged += base.bytes(of: line..<hunk.old.lowerBound)
      merged += text
      line = hunk.old.upperBound
    }
    while let our = ours.hunks.first {
      guard let their = theirs.hunks.first else {
        apply(our, ours.text(our))
        ours.hunks.removeFirst()
        continue
      }
      if our.old.upperBound < their.old.lowerBound {
        apply(our, ours.text(our))
        ours.hunks.removeFirst()
      } else if their.old.upperBound < our.old.lowerBound {
        apply(their, theirs.text(their))
        theirs.hunks.removeFirst()
      } else if our.old == their.old, ours.text(our) == theirs.text(their) {
        apply(our, ours.text(our))
        ours.hunks.removeFirst()
        theirs.hunks.removeFirst()
      } else {
        return nil
      }
    }
    for their in theirs.hunks { apply(their, theirs.text(their)) }
    merged += base.bytes(of: line..<base.count)
    // Whole lines of valid texts need no repair.
    return String(decoding: merged, as: UTF8.self)
  }
}

/// The line ending that texts get at their end while they are compared, where they have none: a last line without one equals the
/// same line with one.
package struct FinalLineEnding: Sendable {
  private let ending: String
  /// Whether a carriage return at the end of a text is its own: nothing but a line feed is put behind it.
  private let keepsReturn: Bool

  /// Chooses the ending that all texts have, or a line feed.
  package init(of texts: [String]) {
    let endings = Set(texts.filter { $0.contains(byte: UInt8(ascii: "\n")) }.map(\.lineEnding))
    ending = endings == ["\r\n"] ? "\r\n" : "\n"
    keepsReturn = ending == "\n" && texts.contains { $0.utf8.last == UInt8(ascii: "\r") }
  }

  /// Returns a text with the ending, unless it is empty or has one.
  package func added(to text: String) -> String { text.endsLine ? text : text + ending }

  /// Returns a text without the ending that it got, or had before.
  package func removed(from text: String) -> String {
    let line = keepsReturn ? nil : text.beginning(before: "\r\n")
    return (line ?? text.beginning(before: "\n")).map(String.init) ?? text
  }
}

extension String {
  /// Whether the text is empty or ends with a line feed.
  fileprivate var endsLine: Bool { utf8.last.map { $0 == UInt8(ascii: "\n") } ?? true }
}
