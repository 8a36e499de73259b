import NotesDomain
import NotesTestSupport
import Testing

@Suite struct NoteLimitsTests {
  private static func note(text: Int = 0, title: Int = 0, attachments: Int = 0) -> Note {
    // In pieces, since a text of single characters takes long without optimization.
    let piece = String(repeating: "b", count: 1_000)
    let body = String(repeating: piece, count: text / 1_000) + piece.prefix(text % 1_000)
    var note = Note.sample(1, title: String(repeating: "t", count: title), body: body)
    note.notebook = .root
    note.attachments = (0..<attachments).compactMap {
      NotesDomain.Attachment(name: "\($0).png", digest: .sample(1), size: 1)
    }
    return note
  }

  @Test func `a note that has the maximum of each exceeds none`() {
    let note = Self.note(
      text: NoteLimit.text.maximum, title: NoteLimit.properties.maximum, attachments: NoteLimit.attachments.maximum)
    #expect(note.excess() == nil)
  }

  @Test func `one more of each is named with its amount`() {
    let text = NoteLimit.text.maximum + 1
    #expect(Self.note(text: text).excess() == NoteExcess(over: .text, amount: text))
    let title = NoteLimit.properties.maximum + 1
    #expect(Self.note(title: title).excess() == NoteExcess(over: .properties, amount: title))
    let files = NoteLimit.attachments.maximum + 1
    #expect(Self.note(attachments: files).excess() == NoteExcess(over: .attachments, amount: files))
  }

  @Test func `tags, notebook, name of the file and front matter are properties`() {
    var note = Self.note(title: 1)
    note.tags = [Tag("ab")].compactMap(\.self)
    note.notebook = Notebook("cde") ?? .root
    note.fileName = "fghi"
    note.foreignFrontMatter = "j: k\n"
    #expect(note.amount(of: .properties) == 1 + 2 + 3 + 4 + 5)
  }

  @Test func `a note that another device made too large can change, but not grow`() {
    let stored = Self.note(text: NoteLimit.text.maximum + 10)
    #expect(Self.note(text: NoteLimit.text.maximum + 10, title: 5).excess(over: [stored]) == nil)
    #expect(Self.note(text: NoteLimit.text.maximum + 9).excess(over: [stored]) == nil)
    #expect(Self.note(text: NoteLimit.text.maximum + 11).excess(over: [stored])?.limit == .text)
    let larger = Self.note(text: NoteLimit.text.maximum + 20)
    #expect(Self.note(text: NoteLimit.text.maximum + 20).excess(over: [stored, larger]) == nil)
  }

  @Test func `two edits whose merge would exceed a limit do not merge`() {
    func note(_ keys: ClosedRange<Int>) -> Note {
      var note = Note.sample(1)
      // Front matter, since a text of the maximum takes long without optimization.
      note.foreignFrontMatter = keys.map { "k\($0): " + String(repeating: "x", count: 50_000) + "\n" }.joined()
      return note
    }
    #expect(note(2...9).excess() == nil)
    #expect(NoteMerge.merge(base: note(2...8), ours: note(1...8), theirs: note(2...9))?.excess() == nil)
    #expect(NoteMerge.merge(base: note(2...9), ours: note(1...9), theirs: note(2...10)) == nil)
    #expect(NoteMerge.merge(base: note(2...9), ours: note(1...9), theirs: note(2...9)) == note(1...9))
  }

  @Test func `what a store may have, every device can read`() throws {
    let note = Self.note(text: NoteLimit.text.maximum + 2_000_000, title: 1)
    #expect(try NotePayload.decode(NotePayload.encode(note), as: note.id) == note)
  }
}
