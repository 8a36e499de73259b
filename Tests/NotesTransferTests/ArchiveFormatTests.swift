import NotesDomain
import NotesTransfer
import Testing

@Suite("The format of an archive")
struct ArchiveFormatTests {
  @Test(
    "Is that of the name's ending",
    arguments: [
      ("a.json", .json), ("a.JSONL", .jsonLines), ("-", .json), ("./-", nil), ("a.jex", .joplin),
      ("/x.y/My Notes.ENEX", .evernote), (".jex", .joplin), ("a.jex.gz", nil), ("jex", nil),
      ("a.jex/", nil), ("a.", nil), ("", nil),
    ] as [(String, ArchiveFormat?)])
  func ending(_ path: String, _ format: ArchiveFormat?) {
    #expect(ArchiveFormat(path: path) == format)
  }
}
