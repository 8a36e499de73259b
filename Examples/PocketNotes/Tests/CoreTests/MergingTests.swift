import Core
import Foundation
import Support
import Testing

struct MergingTests {
  private static let copy = SequentialIDs.id(99)
  private static let now = Date(timeIntervalSinceReferenceDate: 50)

  private func merge(_ version: ServerVersion, _ mine: SyncedNote?) -> [SyncedNote] {
    SyncedNote.merge(version, into: mine, now: Self.now, copy: Self.copy)
  }

  private func synced(_ text: String, base: String?, isDeleted: Bool = false, sent: String? = nil) -> SyncedNote {
    SyncedNote(
      note: note(1, text, isDeleted: isDeleted),
      base: base.map { SyncedNote.Base(content: Note.Content(text: $0), number: 1) },
      sent: sent.map { Note.Content(text: $0) })
  }

  @Test("a new note is taken")
  func new() {
    let kept = merge(version(1, "theirs", number: 3), nil)
    #expect(kept.map(\.note.content.text) == ["theirs"])
    #expect(kept.first?.base?.number == 3 && kept.first?.isPending == false)
  }

  @Test("a deletion of a note that was never here leaves nothing")
  func unknownDeletion() {
    #expect(merge(version(1, "theirs", number: 3, isDeleted: true), nil).isEmpty)
  }

  @Test("a version that was received before changes nothing")
  func repeated() {
    #expect(merge(version(1, "a", number: 1), synced("b", base: "a")).isEmpty)
  }

  @Test("a note without changes becomes the version")
  func unchanged() {
    #expect(merge(version(1, "b", number: 2), synced("a", base: "a")).map(\.note.content.text) == ["b"])
  }

  @Test("changes of different lines are merged, and sent")
  func lines() {
    let kept = merge(version(1, "A\nb\nc", number: 2), synced("a\nb\nC", base: "a\nb\nc"))
    #expect(kept.map(\.note.content.text) == ["A\nb\nC"])
    #expect(kept.first?.isPending == true && kept.first?.base?.number == 2)
  }

  @Test("changes of the same line make a copy")
  func sameLine() {
    let kept = merge(version(1, "theirs", number: 2), synced("mine", base: "a"))
    #expect(kept.first?.note.content.text == "theirs" && kept.first?.isPending == false)
    #expect(kept.last?.note.id == Self.copy && kept.last?.isPending == true)
    #expect(kept.last?.note.content.text.hasPrefix("mine\n") == true)
  }

  @Test("an edit wins over a deletion, on either side")
  func deletions() {
    let edited = merge(version(1, "b", number: 2), synced("a", base: "a", isDeleted: true))
    #expect(edited.map(\.note.content) == [Note.Content(text: "b")])
    let kept = merge(version(1, "a", number: 2, isDeleted: true), synced("b", base: "a"))
    #expect(kept.map(\.note.content) == [Note.Content(text: "b")] && kept.first?.isPending == true)
  }

  @Test("an edit after a reply that was lost makes no copy")
  func lostReply() {
    let kept = merge(version(1, "sent", number: 2), synced("sent and more", base: "a", sent: "sent"))
    #expect(kept.map(\.note.content.text) == ["sent and more"])
    #expect(kept.first?.base?.number == 2 && kept.first?.sent == nil)
  }

  @Test(
    "lines are merged as a person would",
    arguments: [
      ("a\nb\nc", "a\nc", "a\nb\nc\nd", "a\nc\nd"),
      ("a\nb\nc", "x\na\nb\nc", "a\nb\nc\ny", "x\na\nb\nc\ny"),
      ("a\nb\nc", "a\nB\nc", "a\nB\nc", "a\nB\nc"),
      ("", "a", "a", "a"),
      ("a\nb", "a\nB", "A\nb", nil),
      ("a\nb\nc", "a\nc", "a\nB\nc", nil),
      ("a", "a\nx", "a\ny", nil),
    ])
  func lines(base: String, mine: String, theirs: String, merged: String?) {
    #expect(mergedLines(of: mine, and: theirs, from: base) == merged)
    #expect(mergedLines(of: theirs, and: mine, from: base) == merged)
  }

  @Test("lines of Windows are lines")
  func windows() {
    #expect(mergedLines(of: "A\r\nb\r\nc", and: "a\r\nb\r\nC", from: "a\r\nb\r\nc") == "A\r\nb\r\nC")
  }

  @Test("texts of many lines are merged in little time and memory")
  func manyLines() {
    let old = (0..<20_000).map { "old \($0)" }.joined(separator: "\n")
    let new = (0..<20_000).map { "new \($0)" }.joined(separator: "\n")
    #expect(mergedLines(of: new, and: old + "\nend", from: old) == nil)
    #expect(mergedLines(of: "start\n" + old, and: old + "\nend", from: old) == "start\n" + old + "\nend")
  }

  @Test("a merge with an unchanged text is the other text, whatever the texts")
  func identity() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var generator = Generator(state: seed)
    for _ in 0..<500 {
      let (base, other) = (generator.text(), generator.text())
      #expect(mergedLines(of: other, and: base, from: base) == other, "seed \(seed)")
      #expect(mergedLines(of: base, and: other, from: base) == other, "seed \(seed)")
      #expect(mergedLines(of: other, and: other, from: base) == other, "seed \(seed)")
      let third = generator.text()
      #expect(
        mergedLines(of: other, and: third, from: base) == mergedLines(of: third, and: other, from: base), "seed \(seed)"
      )
    }
  }

  /// Texts of a few short lines.
  private struct Generator {
    var state: UInt64

    mutating func next(below limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }

    mutating func text() -> String {
      (0..<next(below: 6)).map { _ in ["a", "b", "", "c"][Int(next(below: 4))] }.joined(separator: "\n")
    }
  }
}
