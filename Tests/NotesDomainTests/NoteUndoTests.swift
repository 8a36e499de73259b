import NotesDomain
import Testing

@Suite struct NoteUndoTests {
  private let before = note("one\ntwo\nthree\nfour\n")
  private let after = note("one\ntwo\nthree\nFOUR\n")
  private let now = Timestamp(millisecondsSince1970: 99)

  private func reversal(_ before: Note?, _ after: Note?, current: Note?) -> UndoStep {
    NoteUndo.reversal(
      of: NoteChange(id: NoteID(high: 1, low: 1), before: before, after: after), current: current, at: now)
  }

  @Test func `a note that is unchanged since becomes its earlier version`() {
    #expect(reversal(before, after, current: after) == .write(before))
  }

  @Test func `a note that is already the earlier version stays`() {
    #expect(reversal(before, after, current: before) == .leave)
  }

  @Test func `later changes elsewhere stay`() {
    let current = Self.note("ONE\ntwo\nthree\nFOUR\n") { $0.isPinned = true }
    let expected = Self.note("ONE\ntwo\nthree\nfour\n") { $0.isPinned = true }
    #expect(reversal(before, after, current: current) == .write(expected))
  }

  @Test func `later changes of the same lines prevent the undo`() {
    #expect(reversal(before, after, current: Self.note("one\ntwo\nthree\n4\n")) == .refuse)
  }

  @Test func `a change that a person has undone needs no undo`() {
    let current = Self.note("one\ntwo\nthree\nfour\n") { $0.isPinned = true }
    #expect(reversal(before, after, current: current) == .leave)
  }

  @Test func `an added note goes to the trash, also after a move`() {
    let moved = Self.note("one\ntwo\nthree\nFOUR\n") { $0.notebook = Notebook("Kitchen") ?? .root }
    var trashed = moved
    trashed.trashed = now
    #expect(reversal(nil, after, current: moved) == .write(trashed))
    #expect(reversal(nil, after, current: trashed) == .leave)
    #expect(reversal(nil, after, current: nil) == .leave)
  }

  @Test func `an added note that was edited since stays out of the trash`() {
    #expect(reversal(nil, before, current: after) == .refuse)
    let attached = Self.note("one\ntwo\nthree\nfour\n") {
      $0.attachments = [NoteAttachment(name: "a", digest: SplitMix64.digest(1), size: 1)].compactMap(\.self)
    }
    #expect(reversal(nil, before, current: attached) == .refuse)
    #expect(reversal(before, attached, current: attached) == .write(before))
  }

  @Test func `a removed note is restored`() {
    #expect(reversal(before, nil, current: nil) == .write(before))
    #expect(reversal(before, nil, current: before) == .leave)
    #expect(reversal(before, nil, current: after) == .refuse)
  }

  @Test func `an edit of a removed note cannot be undone`() {
    #expect(reversal(before, after, current: nil) == .refuse)
  }

  @Test func `a note is restored from the trash, and keeps later edits`() {
    let trashed = Self.note("one\ntwo\nthree\nfour\n") { $0.trashed = Timestamp(millisecondsSince1970: 9) }
    #expect(reversal(before, trashed, current: trashed) == .write(before))
    var edited = trashed
    edited.body = after.body
    #expect(reversal(before, trashed, current: edited) == .write(after))
  }

  private static func note(_ body: String, _ change: (inout Note) -> Void = { _ in }) -> Note {
    var note = Note(
      id: NoteID(high: 1, low: 1), title: "one", body: body, created: Timestamp(millisecondsSince1970: 0),
      modified: Timestamp(millisecondsSince1970: 1))
    change(&note)
    return note
  }
}
