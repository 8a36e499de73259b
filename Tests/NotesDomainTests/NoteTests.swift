import NotesDomain
import Testing

@Suite("A note")
struct NoteTests {
  @Test("A note derives tags and a summary from its text")
  func summary() throws {
    let (rye, baking) = (try #require(NoteTag("rye")), try #require(NoteTag("baking")))
    let note = Note(
      id: NoteID(high: 1, low: 2), title: "Bread", body: "Flour for #baking and #rye.", tags: [rye, rye],
      created: time(1), modified: time(2))

    #expect(note.tags == [rye])
    #expect(note.inlineTags == [baking])
    #expect(note.summary.tags == [rye, baking])
    #expect(note.summary.title == "Bread")
    #expect(note.summary.id == note.id)
  }

  @Test("A fingerprint differs when the bytes differ")
  func digest() {
    #expect(ContentDigest(of: "".utf8).value == 0xCBF2_9CE4_8422_2325)
    #expect(ContentDigest(of: "a".utf8).value == 0xAF63_DC4C_8601_EC8C)
    #expect(ContentDigest(of: "foobar".utf8).value == 0x8594_4171_F739_67E8)
    #expect(ContentDigest(of: "ab".utf8) != ContentDigest(of: "ba".utf8))
  }

  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: milliseconds)
  }
}
