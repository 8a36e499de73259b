import NotesDomain
import Testing

@Suite struct LineDiffTests {
  @Test(
    arguments: [
      ("", "", []),
      ("a\n", "a\n", []),
      ("", "a\n", [DiffHunk(old: 0..<0, new: 0..<1)]),
      ("a\n", "", [DiffHunk(old: 0..<1, new: 0..<0)]),
      ("a\nb\nc\n", "a\nx\nc\n", [DiffHunk(old: 1..<2, new: 1..<2)]),
      ("a\nb\nc\n", "a\nc\n", [DiffHunk(old: 1..<2, new: 1..<1)]),
      ("a\nc\n", "a\nb\nc\n", [DiffHunk(old: 1..<1, new: 1..<2)]),
      ("a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\nz\n", [.init(old: 0..<1, new: 0..<1), .init(old: 4..<5, new: 4..<6)]),
      ("a\nb", "a\nb\n", [DiffHunk(old: 1..<2, new: 1..<2)]),
      ("a\nb\n", "a\r\nb\n", [DiffHunk(old: 0..<1, new: 0..<1)]),
      ("e\u{301}\n", "\u{E9}\n", [DiffHunk(old: 0..<1, new: 0..<1)]),
      ("\n\n\n", "\n\n", [DiffHunk(old: 2..<3, new: 2..<2)]),
    ] as [(String, String, [DiffHunk])])
  func `lines differ where a byte of them does`(old: String, new: String, hunks: [DiffHunk]) {
    #expect(LineDiff.hunks(from: TextLines(old), to: TextLines(new)) == hunks)
  }

  @Test func `the lines of a text are the text, byte for byte`() {
    let text = "a\r\n\n\u{0}é\nlast"
    let lines = TextLines(text)
    #expect((0..<lines.count).map { String(lines[$0]) } == ["a\r\n", "\n", "\u{0}é\n", "last"])
    #expect(TextLines("a\n").count == 1)
    #expect(TextLines("").count == 0)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `the shortest edit script transforms one text into the other`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      let (old, new) = (random.lines(), random.lines())
      let hunks = LineDiff.hunks(from: TextLines(old.joined()), to: TextLines(new.joined()))

      #expect(Self.applying(hunks, of: new, to: old) == new, "seed \(seed): \(old) \(new)")
      let edits = hunks.map { $0.old.count + $0.new.count }.reduce(0, +)
      #expect(edits == Self.fewestEdits(old, new), "seed \(seed): \(old) \(new)")
      for (hunk, next) in zip(hunks, hunks.dropFirst()) {
        #expect(hunk.old.upperBound < next.old.lowerBound, "seed \(seed): \(old) \(new)")
      }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `long texts without a common line are one hunk`() {
    let old = TextLines((0..<50_000).map { "old line \($0)\n" }.joined())
    let new = TextLines((0..<50_000).map { "new line \($0)\n" }.joined())
    #expect(LineDiff.hunks(from: old, to: new) == [DiffHunk(old: 0..<50_000, new: 0..<50_000)])
  }

  @Test(.timeLimit(.minutes(5)))
  func `few changes are found in a long text, also at its ends`() {
    let lines = (0..<50_000).map { "line \($0)\n" }
    var changed = lines
    for place in [49_999, 25_000, 0] { changed[place] = "changed\n" }
    #expect(
      LineDiff.hunks(from: TextLines(lines.joined()), to: TextLines(changed.joined()))
        == [0, 25_000, 49_999].map { DiffHunk(old: $0..<$0 + 1, new: $0..<$0 + 1) })
  }

  @Test func `lines with equal fingerprints are compared`() {
    // Two different lines with the same 64 bits of FNV-1a.
    let hunks = LineDiff.hunks(from: TextLines("a\nozyiTACYXB@\nb\n"), to: TextLines("a\nKZRRRfH-TCu\nb\n"))
    #expect(hunks == [DiffHunk(old: 0..<3, new: 0..<3)])
  }

  private static func applying(_ hunks: [DiffHunk], of new: [String], to old: [String]) -> [String] {
    var lines = old
    for hunk in hunks.reversed() { lines.replaceSubrange(hunk.old, with: new[hunk.new]) }
    return lines
  }

  /// Returns the number of lines that are not in the longest common subsequence, by dynamic programming.
  private static func fewestEdits(_ old: [String], _ new: [String]) -> Int {
    var row = Array(0...new.count)
    for (index, line) in old.enumerated() {
      var next = [index + 1]
      for (place, other) in new.enumerated() {
        next.append(line == other ? row[place] : min(row[place + 1], next[place]) + 1)
      }
      row = next
    }
    return row[new.count]
  }
}

extension SplitMix64 {
  /// Returns a few lines of a small choice, so that many are repeated.
  fileprivate mutating func lines() -> [String] {
    (0..<Int.random(in: 0...12, using: &self)).map { _ in
      (["a", "b", "c", "", "\r"].randomElement(using: &self) ?? "d") + "\n"
    }
  }
}
