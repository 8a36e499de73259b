/// The merge of two texts that go back to one: what either changed, changes.
///
/// The texts are compared with their base line by line. Where both changed the same lines, or lines that touch, nobody but a
/// person can tell what is right, unless both made the same change: two lines that were added at the same place have no
/// order, and a line that was added next to one that was removed may have belonged to it.
///
/// The merge does not depend on which of the two texts is called ours.
package enum LineMerge {
  /// Merges two texts. O(length), and see ``LineDiff`` for texts that differ much.
  ///
  /// - Parameters:
  ///   - base: What both go back to.
  ///   - ours: The one text.
  ///   - theirs: The other text.
  /// - Returns: The text with the changes of both, byte for byte; `nil` when they changed the same place.
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
    func take(_ hunk: DiffHunk, _ text: ArraySlice<UInt8>) {
      merged += base.bytes(of: line..<hunk.old.lowerBound)
      merged += text
      line = hunk.old.upperBound
    }
    while let our = ours.hunks.first {
      guard let their = theirs.hunks.first else {
        take(our, ours.text(our))
        ours.hunks.removeFirst()
        continue
      }
      if our.old.upperBound < their.old.lowerBound {
        take(our, ours.text(our))
        ours.hunks.removeFirst()
      } else if their.old.upperBound < our.old.lowerBound {
        take(their, theirs.text(their))
        theirs.hunks.removeFirst()
      } else if our.old == their.old, ours.text(our) == theirs.text(their) {
        take(our, ours.text(our))
        ours.hunks.removeFirst()
        theirs.hunks.removeFirst()
      } else {
        return nil
      }
    }
    for their in theirs.hunks { take(their, theirs.text(their)) }
    merged += base.bytes(of: line..<base.count)
    // Lines of texts, whole: there is nothing in them to repair.
    return String(decoding: merged, as: UTF8.self)
  }
}
