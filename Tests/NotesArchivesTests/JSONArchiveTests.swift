import Foundation
import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesArchives

@Suite("Notes as JSON")
struct JSONArchiveTests {
  private func unpacked(_ text: String, named name: String = "notes.jsonl") throws -> UnpackedFolder {
    try UnpackedFolder(Array(text.utf8), named: name)
  }

  @Test("A note keeps everything that its object has")
  func lossless() throws {
    let digest = String(repeating: "0f", count: 32)
    let unpacked = try unpacked(
      """
      {"id":"019a0c3e-0000-7000-8000-000000000001","title":"Rye: \\"bread\\"","tags":["kitchen","baking"],
       "notebook":"Kitchen: a/Bread","pinned":true,"archived":true,"trashed":"2026-03-15T00:00:00Z",
       "created":"2026-03-14T09:26:53.589Z","modified":"2026-03-14T09:27:00Z","body":"---\\r\\n# Rye \\ud83c\\udf5e #baking\\n",
       "attachments":[{"name":"a b.png","size":3,"sha256":"\(digest)","path":"images/a b.png"}],"links":["x"],"snippet":"y",
       "inlineTags":["baking"],"fileName":"2026: rye","frontMatter":"aliases: [Roggen]\\n# why\\n","digest":"00000000000000ff"}
      """, named: "notes.json")
    let document = try unpacked.document("Kitchen: a/Bread/2026: rye.md")
    #expect(document.id?.description == "019a0c3e-0000-7000-8000-000000000001")
    #expect(document.base == ContentDigest(value: 255) && document.title == "Rye: \"bread\"")
    #expect(document.tags.map(\.name) == ["kitchen"] && document.isPinned && document.isArchived)
    #expect(document.trashed?.iso8601 == "2026-03-15T00:00:00Z")
    #expect(document.created?.iso8601 == "2026-03-14T09:26:53.589Z")
    #expect(document.modified?.iso8601 == "2026-03-14T09:27:00Z")
    #expect(document.body == "---\r\n# Rye 🍞 #baking\n")
    #expect(
      document.missingAttachments.map(\.name) == ["a b.png"] && document.missingAttachments[0].path == "images/a b.png"
        && document.attachments == nil)
    #expect(document.foreignFrontMatter == "aliases: [Roggen]\n# why\n")
    #expect(unpacked.problems == [])
  }

  @Test("Members without a place in a note become front matter")
  func others() throws {
    let unpacked = try unpacked(
      #"{"title":"A","body":"x","author":"Ada","stars":3,"done":false,"from":{"b":[1,null]}}"#)
    #expect(
      try unpacked.document("A.md").foreignFrontMatter == #"""
        author: Ada
        done: "false"
        from: "{\"b\":[1,null]}"
        stars: "3"

        """#)
  }

  @Test(
    "An array, an object, lines, and objects over several lines are read",
    arguments: [
      #"[{"title":"A","body":"x"},{"title":"B","body":"y"}]"#,
      "\u{FEFF} [\n{\"title\":\"A\",\"body\":\"x\"}\n,{\"title\":\"B\",\"body\":\"y\"}\n]\n",
      "{\"title\":\"A\",\"body\":\"x\"}\r\n\r\n{\"title\":\"B\",\"body\":\"y\"}",
      "{\n  \"title\": \"A\",\n  \"body\": \"x\"\n}\n{\n  \"title\": \"B\",\n  \"body\": \"y\"\n}",
      #"{"title":"A","body":"x"}{"title":"B","body":"y"}"#,
    ])
  func shapes(_ text: String) throws {
    for name in ["a.json", "a.jsonl"] {
      let unpacked = try unpacked(text, named: name)
      #expect(try unpacked.notes == ["A.md", "B.md"] && unpacked.problems == [])
      #expect(try unpacked.body("B.md") == "y")
    }
  }

  @Test(
    "A malformed line is reported with its number, and the others are read",
    arguments: [
      ("nonsense", "an object was expected, in braces"), ("[]", "an object was expected, in braces"),
      (#"{"title":"X"#, "a text is not closed"), (#"{"body":"x""#, "the object is not closed"),
      (#"{"body":"x" "y"}"#, "it is not valid JSON"), (#"{"body":"\ud800"}"#, "'body' must be text"),
      (#"{"body":5}"#, "'body' must be text"), (#"{"id":"5","body":""}"#, "'id' must be a UUID"),
      (#"{"id":"ffffffff-ffff-ffff-ffff-ffffffffffff","body":""}"#, "'id' must be a UUID that a note may have"),
      (#"{"pinned":"no","body":""}"#, "'pinned' must be true or false"),
      (#"{"notebook":".x","body":""}"#, "'notebook' must be a path of names"),
      (#"{"frontMatter":"a: 1\n--- \n","body":""}"#, "'frontMatter' must be lines other than '---'"),
      (#"{"frontMatter":"a: 1\n---\n","body":""}"#, "'frontMatter' must be lines other than '---'"),
      (#"{"fileName":"a/b","body":""}"#, "'fileName' must be the name of a file, without '.md'"),
      (#"{"links":[]}"#, "it has no 'body'; write it with --full"),
    ])
  func malformed(_ line: String, _ detail: String) throws {
    let unpacked = try unpacked(#"{"title":"A","body":"x"}"# + "\n\(line)\n" + #"{"title":"B","body":"y"}"#)
    #expect(try unpacked.notes == ["A.md", "B.md"])
    #expect(unpacked.problems == [ArchiveProblem(item: "line 2", reason: .malformed(line: nil, detail: detail))])
  }

  @Test("A problem of a note with a title is reported with both")
  func titled() throws {
    let problems = try unpacked(#"[{"title":"Tea","tags":5,"body":""}]"#, named: "a.json").problems
    #expect(
      problems == [
        ArchiveProblem(item: "Tea", reason: .malformed(line: 1, detail: "'tags' must be a list of texts"))
      ])
  }

  @Test("An array without its end is reported, and what was read stays")
  func truncated() throws {
    let unpacked = try unpacked("[{\"title\":\"A\",\"body\":\"x\"},\n{\"title\":\"B\"", named: "a.json")
    #expect(try unpacked.notes == ["A.md"])
    #expect(unpacked.problems.first?.item == "line 2" && unpacked.problems.count == 2)
  }

  @Test("A text of more than the limit is reported, and a longer object is not kept in memory")
  func tooLarge() throws {
    let body = String(repeating: "x", count: NoteLimit.text.maximum + 1)
    let problems = try unpacked("{\"title\":\"A\",\"body\":\"\(body)\"}").problems
    #expect(
      problems == [
        ArchiveProblem(item: "A", reason: .tooLarge(bytes: body.utf8.count, limit: NoteLimit.text.maximum))
      ])
    let bytes = Array(#"[{"body":"0123456789"},{}]"#.utf8)
    var reader = JSONRecordReader(maximumBytes: 10) { Array(bytes.dropFirst($0)) }
    #expect(try reader.next() == .tooLarge(line: 1, bytes: 21))
    #expect(try reader.next() == .object(Array("{}".utf8), line: 1))
    #expect(try reader.next() == nil)
  }

  @Test("Notes with one title, or the path of another's folder, have different files")
  func paths() throws {
    let unpacked = try unpacked(
      """
      {"title":"Tea","notebook":"Tea.md","body":"1"}
      {"title":"Tea","body":"2"}
      {"title":"tea","body":"3"}
      {"title":"x","notebook":"tea 2.md/y","body":"4"}
      """)
    #expect(try unpacked.notes == ["Tea 2.md", "Tea.md/Tea.md", "tea 3.md"])
    #expect(unpacked.problems.map(\.item) == ["x"])
  }

  @Test("Standard input is read like a file, and the same input has the same root")
  func standardInput() throws {
    let folder = try TemporaryFolder()
    var roots: [String] = []
    for text in [#"{"title":"A","body":"x"}"#, #"{"title":"A","body":"x"}"#, #"{"title":"A","body":"y"}"#] {
      try folder.write(text.utf8, to: "input")
      let input = open(folder.file("input"), O_RDONLY)
      defer { close(input) }
      let unpacker = DiskArchiveUnpacker(temporaryDirectory: folder.path, standardInput: input)
      let archive = try unpacker.unpack("-")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: archive.directory) == ["A.md"])
      roots.append(archive.root)
      unpacker.remove(archive)
    }
    #expect(roots[0] == roots[1] && roots[1] != roots[2])
  }
}
