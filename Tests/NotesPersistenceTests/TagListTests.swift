import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("Tags as JSON")
struct TagListTests {
  @Test("Encoded tags are decoded unchanged, by the program and by SQLite", arguments: 1...5 as ClosedRange<UInt64>)
  func roundTrip(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let database = try NoteDatabase(settings: StoreSettings(path: folder.file("notes.db")))
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let tags = (0..<3).compactMap { _ in NotesDomain.Tag(random.text(maximumLength: 4)) }
      let text = TagList.encode(tags)
      #expect(TagList.decode(text) == tags, "seed \(seed): \(text)")
      let values = try database.connection.withDatabase {
        try $0.all("SELECT value FROM json_each(?)", [.text(text)]) { $0.text(0) }
      }
      #expect(values == tags.map(\.name), "seed \(seed): \(text)")
    }
  }

  @Test("Every escape of a JSON string is decoded")
  func escapes() {
    #expect(
      TagList.strings(in: #"[ "a\"b" , "c\\d","\u00e9\/\n\t\r\b\f", "" ]"#) == [
        "a\"b", "c\\d", "é/\n\t\r\u{8}\u{C}", "",
      ])
    #expect(
      TagList.strings(in: #"["\ud83c\udf5e bread","\ud83c","\ud83cx\udf5e","\ud83c\u0041"]"#) == [
        "🍞 bread", "", "x", "A",
      ])
    #expect(TagList.strings(in: "[]") == [])
    #expect(TagList.strings(in: "[\"open") == [])
  }
}

@Suite("Attachments as JSON") struct AttachmentListTests {
  private let attachments = [
    Attachment(name: "a \"b\".txt", digest: SampleBlob.abc.digest, size: 3),
    Attachment(name: "c.txt", digest: SampleBlob.abc.digest, size: 3, path: "files/c.txt"),
  ].compactMap(\.self)

  @Test func `encoded attachments are decoded unchanged`() {
    #expect(attachments.count == 2 && AttachmentList.decode(AttachmentList.encode(attachments)) == attachments)
  }

  @Test(arguments: ["7", "null", "{\"a\": []}", "[]", "[\"a\", 3, null]", "[\"a\", \"b\", \"c\"]", "[[\"a\"]]"])
  func `an element that is no attachment hides none of the others`(element: String) {
    let texts = attachments.map { AttachmentList.encode([$0]).dropFirst().dropLast() }
    #expect(AttachmentList.decode("[\(texts[0]), \(element), \(texts[1])]") == attachments)
  }

  @Test func `what is no array has no attachments`() {
    #expect(["", "{}", "[[", "null"].allSatisfy { AttachmentList.decode($0).isEmpty })
  }
}
