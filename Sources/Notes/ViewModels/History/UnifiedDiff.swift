import NotesDomain

/// The changed lines between two texts, with lines of context around each change.
package struct UnifiedDiff: Sendable, Hashable {
  /// A line of the difference, without its ending.
  package struct Line: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case unchanged
      case removed
      case added
      /// Unchanged lines that are left out.
      case gap
      /// Only the line ending of the line before, the last one, differs.
      case lineEnding
    }

    package let kind: Kind
    package let text: String
  }

  /// The lines; empty if the texts are equal.
  package private(set) var lines: [Line] = []

  /// The maximum number of unchanged lines on each side of a change.
  private static let context = 3

  /// Compares two texts.
  package init(from old: String, to new: String) {
    let (old, new) = (TextLines(old), TextLines(new))
    self.init(from: old, to: new, hunks: LineDiff.hunks(from: old, to: new))
  }

  /// Creates the lines of a difference that is known.
  package init(_ difference: NoteDifference) {
    self.init(
      from: TextLines(difference.old?.body ?? ""), to: TextLines(difference.new?.body ?? ""), hunks: difference.hunks)
  }

  private init(from old: TextLines, to new: TextLines, hunks: [DiffHunk]) {
    var position = 0
    for (index, hunk) in hunks.enumerated() {
      let start = max(position, hunk.old.lowerBound - Self.context)
      if start > position { lines.append(Line(kind: .gap, text: "")) }
      for line in start..<hunk.old.lowerBound { add(old[line], .unchanged) }
      var (removed, added) = (hunk.old, hunk.new)
      // Adding a line below one without a line ending changes the bytes of that line, but nothing that is visible.
      if let first = removed.first, let other = added.first,
        Self.content(old[first]).elementsEqual(Self.content(new[other]))
      {
        add(old[first], .unchanged)
        (removed, added) = (removed.dropFirst(), added.dropFirst())
        if removed.isEmpty, added.isEmpty { lines.append(Line(kind: .lineEnding, text: "")) }
      }
      for line in removed { add(old[line], .removed) }
      for line in added { add(new[line], .added) }
      let next = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : old.count
      position = min(next, hunk.old.upperBound + Self.context)
      for line in hunk.old.upperBound..<position { add(old[line], .unchanged) }
    }
    if position < old.count, !hunks.isEmpty { lines.append(Line(kind: .gap, text: "")) }
  }

  private mutating func add(_ line: Substring, _ kind: Line.Kind) {
    lines.append(Line(kind: kind, text: String(Substring(Self.content(line)))))
  }

  /// Returns a line without its ending.
  private static func content(_ line: Substring) -> Substring.UTF8View {
    line.utf8.last == UInt8(ascii: "\n") ? line.utf8.dropLast() : line.utf8
  }
}
