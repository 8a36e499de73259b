/// The three-way merge of two texts by lines.
///
/// Each text is compared with the common ancestor. When both changed the same or adjacent lines, the merge fails,
/// unless both made the same change: two lines that were added at one position have no order, and a line that was added
/// next to a removed one may have belonged to it.
///
/// The merge is symmetric.
package enum LineMerge {
  /// Merges two texts; `nil` when the changes overlap. O(length); see ``LineDiff`` for texts with many differences.
  package static func merge(base: String, ours: String, theirs: String) -> String? {
    if ours.hasSameBytes(as: base) || ours.hasSameBytes(as: theirs) { return theirs }
    if theirs.hasSameBytes(as: base) { return ours }
    let base = TextLines(base)
    return merge(base: base, Side(TextLines(ours), over: base), Side(TextLines(theirs), over: base))
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
