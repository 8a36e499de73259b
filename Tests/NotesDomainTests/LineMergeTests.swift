import NotesDomain
import Testing

@Suite struct LineMergeTests {
  @Test(
    arguments: [
      ("a\nb\nc\n", "x\nb\nc\n", "a\nb\ny\n", "x\nb\ny\n"),
      ("a\nb\nc\n", "b\nc\n", "a\nb\n", "b\n"),
      ("a\nb\nc\n", "0\na\nb\nc\n", "a\nb\nc\nd\n", "0\na\nb\nc\nd\n"),
      ("a\nb\nc\nd\n", "a\nc\nd\n", "a\nc\nx\n", "a\nc\nx\n"),
      ("a\nb\nc", "a\nx\nc", "a\nx\nc", "a\nx\nc"),
      ("a\r\nb\nc\r\n", "x\r\nb\nc\r\n", "a\r\nb\nc", "x\r\nb\nc"),
      ("", "a\n", "a\n", "a\n"),
      ("1\n2\n3", "one\n2\n3\n", "1\n2\n3\n4", "one\n2\n3\n4\n"),
      ("1\n2\n3", "one\n2\n3", "1\n2\n3\n4", "one\n2\n3\n4"),
      ("1\n2\n3\n", "one\n2\n3", "1\n2\n3\n4\n", "one\n2\n3\n4"),
      ("a\nb", "a\nb\n", "a\nb\r\n", "a\nb\r\n"),
    ] as [(String, String, String, String)])
  func `changes of different lines are both applied`(base: String, ours: String, theirs: String, merged: String) {
    #expect(LineMerge.merge(base: base, ours: ours, theirs: theirs) == merged)
  }

  @Test(
    arguments: [
      ("a\n", "b\n", "c\n"),  // the same line
      ("", "a\n", "b\n"),  // two new texts
      ("a\nb\n", "a\nx\nb\n", "a\ny\nb\n"),  // two lines at one position
      ("a\nb\n", "x\nb\n", "a\ny\n"),  // adjacent lines
      ("a\nb\nc\n", "a\nc\n", "a\nb\nx\nc\n"),  // a line added next to one that was removed
      ("a\nb\nc\nd\n", "a\nc\nd\n", "a\nd\n"),  // overlapping removals
    ] as [(String, String, String)])
  func `changes that touch are not merged`(base: String, ours: String, theirs: String) {
    #expect(LineMerge.merge(base: base, ours: ours, theirs: theirs) == nil)
    #expect(LineMerge.merge(base: base, ours: theirs, theirs: ours) == nil)
  }

  @Test func `a line that both sides moved to different places is in both`() {
    let merged = LineMerge.merge(base: "m\na\nb\nc\nd\n", ours: "a\nm\nb\nc\nd\n", theirs: "a\nb\nc\nm\nd\n")
    #expect(merged == "a\nm\nb\nc\nm\nd\n")
  }

  @Test func `another encoding of an accent is a change`() throws {
    let merged = try #require(
      LineMerge.merge(base: "\u{E9}\nb\nc\n", ours: "e\u{301}\nb\nc\n", theirs: "\u{E9}\nb\nd\n"))
    #expect(Array(merged.utf8) == Array("e\u{301}\nb\nd\n".utf8))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `an unchanged side has no effect, and the merge is symmetric`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      let texts = (0..<3).map { _ in random.text(maximumLength: 12) }
      let (base, ours, theirs) = (texts[0], texts[1], texts[2])
      #expect(
        LineMerge.merge(base: base, ours: base, theirs: theirs).map(bytes) == bytes(theirs), "seed \(seed): \(texts)")
      #expect(LineMerge.merge(base: base, ours: ours, theirs: base).map(bytes) == bytes(ours), "seed \(seed): \(texts)")
      #expect(LineMerge.merge(base: base, ours: ours, theirs: ours).map(bytes) == bytes(ours), "seed \(seed): \(texts)")
      let merged = LineMerge.merge(base: base, ours: ours, theirs: theirs).map(bytes)
      #expect(merged == LineMerge.merge(base: base, ours: theirs, theirs: ours).map(bytes), "seed \(seed): \(texts)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `no line is lost or duplicated`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var merges = 0
    for _ in 0..<2_000 {
      var next = 0
      var base: [Int] = []
      random.edit(&base, times: 12, next: &next)
      var (ours, theirs) = (base, base)
      random.edit(&ours, times: Int.random(in: 1...3, using: &random), next: &next)
      random.edit(&theirs, times: Int.random(in: 1...3, using: &random), next: &next)
      guard let text = LineMerge.merge(base: text(base), ours: text(ours), theirs: text(theirs)) else { continue }
      merges += 1

      let merged = text.split(separator: "\n").compactMap { Int($0) }
      // A line remains if neither removed it, or if one of them added it, in the common order.
      let expected = Set(base).intersection(ours).intersection(theirs)
        .union(Set(ours).subtracting(base)).union(Set(theirs).subtracting(base))
      #expect(merged.count == expected.count && Set(merged) == expected, "seed \(seed): \(base) \(ours) \(theirs)")
      #expect(merged.filter(Set(ours).contains) == ours.filter(Set(merged).contains), "seed \(seed): \(ours) \(theirs)")
      #expect(
        merged.filter(Set(theirs).contains) == theirs.filter(Set(merged).contains), "seed \(seed): \(ours) \(theirs)")
    }
    #expect(merges > 200, "seed \(seed): too few of the texts merge to say anything")
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func text(_ lines: [Int]) -> String { lines.map { "\($0)\n" }.joined() }
}

extension SplitMix64 {
  /// Often adds a new line, and sometimes removes one.
  fileprivate mutating func edit(_ lines: inout [Int], times: Int, next: inout Int) {
    for _ in 0..<times {
      if let place = lines.indices.randomElement(using: &self), Int.random(in: 0...3, using: &self) == 0 {
        lines.remove(at: place)
      }
      lines.insert(next, at: Int.random(in: 0...lines.count, using: &self))
      next += 1
    }
  }
}
