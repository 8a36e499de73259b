/// Where two texts differ, line by line and byte by byte.
///
/// This is Eugene Myers's "An O(ND) difference algorithm and its variations" (Algorithmica 1, 1986), in the plain form that
/// remembers every step, between the lines that both texts begin and end with. Its time and memory grow with the square of
/// the number of edits, so it gives up beyond ``maximumEdits``: all that lies between is one hunk then. That is right, if
/// coarse; texts that differ so much are rarely versions of one another.
public enum LineDiff {
  /// The most lines that are told apart as added or removed, outside what both texts begin and end with.
  public static let maximumEdits = 2_000

  /// The places where two texts differ, in ascending order, with at least one line in common between any two.
  ///
  /// O(length + number of lines × number of edits), the edits being at most ``maximumEdits``.
  ///
  /// - Parameters:
  ///   - old: The one text.
  ///   - new: The other text.
  public static func hunks(from old: TextLines, to new: TextLines) -> [LineHunk] {
    let (oldLines, newLines) = (old.fingerprints, new.fingerprints)
    var start = 0
    while start < min(oldLines.count, newLines.count), oldLines[start] == newLines[start] { start += 1 }
    var (oldEnd, newEnd) = (oldLines.count, newLines.count)
    while oldEnd > start, newEnd > start, oldLines[oldEnd - 1] == newLines[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let middle = LineHunk(old: start..<oldEnd, new: start..<newEnd)
    var hunks: [LineHunk]
    if middle.old.isEmpty, middle.new.isEmpty {
      hunks = []
    } else if middle.old.isEmpty || middle.new.isEmpty {
      hunks = [middle]
    } else {
      hunks = EditSearch(old: oldLines, new: newLines, within: middle).hunks(limit: maximumEdits) ?? [middle]
    }
    // Only fingerprints were compared so far.
    if !areRight(hunks, from: old, to: new) { hunks = [LineHunk(old: 0..<old.count, new: 0..<new.count)] }
    return hunks
  }

  /// Whether the lines outside of the hunks are the same to the last byte.
  private static func areRight(_ hunks: [LineHunk], from old: TextLines, to new: TextLines) -> Bool {
    var (oldStart, newStart) = (0, 0)
    for hunk in hunks {
      let (oldLines, newLines) = (oldStart..<hunk.old.lowerBound, newStart..<hunk.new.lowerBound)
      guard old.bytes(of: oldLines) == new.bytes(of: newLines) else { return false }
      (oldStart, newStart) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    return old.bytes(of: oldStart..<old.count) == new.bytes(of: newStart..<new.count)
  }
}
