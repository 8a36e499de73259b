import NotesDomain
import Testing

@Suite("Equality of notes")
struct NoteEqualityTests {
  private let note = Note(
    id: NoteID(high: 1, low: 2), title: "caf\u{E9}", body: "caf\u{E9}", tags: ["caf\u{E9}"].compactMap { NoteTag($0) },
    notebook: Notebook("caf\u{E9}") ?? .root, trashed: nil, created: Timestamp(millisecondsSince1970: 1),
    modified: Timestamp(millisecondsSince1970: 2), foreignFrontMatter: "caf\u{E9}")

  @Test func `a note equals its copy`() {
    var copy = note
    copy.body = String(decoding: Array(note.body.utf8), as: UTF8.self)
    #expect(copy == note)
    #expect(copy.hashValue == note.hashValue)
  }

  @Test(arguments: [\.title, \.body, \.foreignFrontMatter] as [any WritableKeyPath<Note, String> & Sendable])
  func `canonically equivalent texts with other bytes are different`(
    _ text: any WritableKeyPath<Note, String> & Sendable
  ) {
    var other = note
    other[keyPath: text] = "cafe\u{301}"
    #expect(other[keyPath: text] == note[keyPath: text], "Strings do not tell them apart.")
    #expect(other != note)
  }

  @Test func `canonically equivalent tags and notebooks with other bytes are different`() {
    var other = note
    other.tags = ["cafe\u{301}"].compactMap { NoteTag($0) }
    #expect(other != note)
    other = note
    other.notebook = Notebook("cafe\u{301}") ?? .root
    #expect(other != note)
  }

  @Test func `attachments with canonically equivalent names are different`() {
    var (one, other) = (note, note)
    one.attachments = [NoteAttachment(name: "caf\u{E9}", digest: SplitMix64.digest(1), size: 1)].compactMap(\.self)
    other.attachments = [NoteAttachment(name: "cafe\u{301}", digest: SplitMix64.digest(1), size: 1)].compactMap(\.self)
    #expect(one != other)
    one.attachments += other.attachments
    #expect(one.attachments.count == 2)
  }

  @Test(arguments: 0..<7) func `every other field counts`(_ field: Int) {
    var other = note
    switch field {
    case 0: other.isPinned = true
    case 1: other.isArchived = true
    case 2: other.trashed = Timestamp(millisecondsSince1970: 0)
    case 3: other.created = Timestamp(millisecondsSince1970: 0)
    case 4: other.modified = Timestamp(millisecondsSince1970: 0)
    case 5: other.tags = []
    default: other.attachments = [NoteAttachment(name: "a", digest: SplitMix64.digest(1), size: 1)].compactMap(\.self)
    }
    #expect(other != note)
  }
}
