import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesArchives

@Suite("Joplin's export")
struct JoplinArchiveTests {
  private typealias Export = JoplinExport

  @Test("Notebooks become folders, with those inside of them")
  func notebooks() throws {
    var export = Export()
    export.add(.note, id: "a", title: "Rye", ["parent_id": Export.id("2")])
    export.add(.notebook, id: "2", title: "Bread/Cake", ["parent_id": Export.id("1")])
    export.add(.notebook, id: "1", title: "Kitchen")
    export.add(.note, id: "b", title: "Loose", ["parent_id": Export.id("9")])
    #expect(try UnpackedFolder(export).notes == ["Kitchen/Bread-Cake/Rye.md", "Loose.md"])
  }

  @Test("Notebooks that contain each other do not keep their notes from being read")
  func cycle() throws {
    var export = Export()
    export.add(.notebook, id: "1", title: "One", ["parent_id": Export.id("2")])
    export.add(.notebook, id: "2", title: "Two", ["parent_id": Export.id("1")])
    export.add(.note, id: "a", title: "Rye", ["parent_id": Export.id("1")])
    #expect(try UnpackedFolder(export).notes == ["Two/One/Rye.md"])
  }

  @Test("A note keeps its identifier, times, tags and text")
  func note() throws {
    var export = Export()
    export.add(
      .note, id: "a", title: "Bread: the \"best\"", body: "Flour.\r\n\n\n# Water\n",
      ["user_created_time": "2017-01-02T03:04:05.678Z", "user_updated_time": ""])
    export.add(.tag, id: "1", title: "rye flour")
    export.add(.tag, id: "2", title: "#C#, 2/x")
    for (id, tag) in [("3", "1"), ("4", "2"), ("5", "7")] as [(Character, Character)] {
      export.add(.noteTag, id: id, ["note_id": Export.id("a"), "tag_id": Export.id(tag)])
    }
    let document = try UnpackedFolder(export).document("Bread- the -best-.md")
    #expect(document.id?.description == "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa")
    #expect(document.title == "Bread: the \"best\"")
    #expect(document.created?.iso8601 == "2017-01-02T03:04:05.678Z")
    #expect(document.modified?.iso8601 == "2024-02-01T12:00:00Z")
    #expect(document.tags.map(\.name) == ["C-2/x", "rye-flour"])
    #expect(document.body == "Flour.\r\n\n\n# Water\n")
    #expect(document.attachments == [])
  }

  @Test("Metadata without a place in a note becomes front matter, unless it is empty")
  func metadata() throws {
    var export = Export()
    export.add(
      .note, id: "a", title: "Call", body: "x",
      [
        "is_conflict": "0", "latitude": "48.85660000", "longitude": "0.00000000", "author": "Ada: \"L\"",
        "source_url": "",
        "source": "joplin-desktop", "is_todo": "1", "todo_due": "1528619400000", "todo_completed": "0", "order": "7",
        "markup_language": "2", "new_key": #"a\nb\\n"#, "tags": "mine",
      ])
    export.add(.note, id: "b", title: "Done", body: "x", ["is_todo": "1", "todo_completed": "1528619400000"])
    let unpacked = try UnpackedFolder(export)
    #expect(
      try unpacked.document("Call.md").foreignFrontMatter == """
        todo: open
        todo-due: "2018-06-10T08:30:00Z"
        markup-language: html
        latitude: "48.85660000"
        author: "Ada: \\"L\\""
        new-key: "a\\nb\\\\n"
        original-tags: mine

        """)
    #expect(
      try unpacked.document("Done.md").foreignFrontMatter == """
        todo: done
        todo-completed: "2018-06-10T08:30:00Z"

        """)
  }

  @Test("A note in the trash stays there")
  func trash() throws {
    var export = Export()
    export.add(.note, id: "a", title: "Gone", ["deleted_time": "1528619400000"])
    export.add(.note, id: "b", title: "Here", ["deleted_time": "0"])
    let unpacked = try UnpackedFolder(export)
    #expect(try unpacked.document("Gone.md").trashed?.iso8601 == "2018-06-10T08:30:00Z")
    #expect(try unpacked.document("Here.md").trashed == nil)
  }

  @Test("Resources become attachments of each note that refers to them")
  func resources() throws {
    var export = Export()
    let (photo, plan) = (Export.id("c"), Export.id("d"))
    export.add(
      .note, id: "a", title: "Bread",
      body: "![crumb](:/\(photo)) <img src=\":/\(photo)\"> [the plan](:/\(plan) \"title\")")
    export.add(.note, id: "b", title: "Cake", body: "[](:/\(plan.uppercased())#page=2)")
    export.addResource("c", title: "a (1).jpg", ending: "jpg", [1])
    export.addResource("d", title: "plan", ending: "pdf", [2, 3])
    let unpacked = try UnpackedFolder(export)
    #expect(
      try unpacked.body("Bread.md")
        == "![crumb](attachments/Bread/a%20%281%29.jpg) <img src=\"attachments/Bread/a%20%281%29.jpg\"> "
        + "[the plan](attachments/Bread/plan.pdf \"title\")")
    #expect(try unpacked.body("Cake.md") == "[](attachments/Cake/plan.pdf#page=2)")
    #expect(
      try unpacked.document("Bread.md").attachments == ["attachments/Bread/a (1).jpg", "attachments/Bread/plan.pdf"])
    #expect(try unpacked.bytes("attachments/Bread/a (1).jpg") == [1])
    #expect(try unpacked.bytes("attachments/Cake/plan.pdf") == [2, 3])
    #expect(unpacked.problems == [])
  }

  @Test("Attachments with one name, and names that systems refuse, get other names")
  func attachmentNames() throws {
    var export = Export()
    let ids = "bcdef"
    export.add(.note, id: "a", title: "Bread", body: ids.map { "![](:/\(Export.id($0)))" }.joined(separator: "\n"))
    for (id, name) in zip(ids, ["x.png", "X.PNG", "../../etc/passwd", "", "notes.md"]) {
      export.addResource(id, title: name, ending: "png", [1])
    }
    let unpacked = try UnpackedFolder(export)
    #expect(
      try unpacked.document("Bread.md").attachments == [
        "attachments/Bread/x.png", "attachments/Bread/X 2.PNG", "attachments/Bread/-..-etc-passwd.png",
        "attachments/Bread/attachment.png", "attachments/Bread/.markdown/notes.md",
      ])
    #expect(try unpacked.notes == ["Bread.md"])
  }

  @Test("Links to notes become wiki links")
  func noteLinks() throws {
    var export = Export()
    let (rye, odd) = (Export.id("b"), Export.id("c"))
    export.add(
      .note, id: "a", title: "Index",
      body: """
        [the rye](:/\(rye)), [Rye](:/\(rye)), [](:/\(rye)), [Rye](:/\(rye)#starter) and [x [y]](:/\(rye))
        [odd](:/\(odd)) [ref]
        `[code](:/\(rye))`
        ```
        [code](:/\(rye))
        ```
        [ref]: :/\(rye)
        """)
    export.add(.note, id: "b", title: "Rye", ["parent_id": Export.id("1")])
    export.add(.note, id: "c", title: "a [b] | c")
    export.add(.notebook, id: "1", title: "Kitchen")
    #expect(
      try UnpackedFolder(export).body("Index.md") == """
        [[Rye|the rye]], [[Rye]], [[Rye]], [[Rye#starter|Rye]] and [x [y]](Kitchen/Rye.md)
        [odd](a%20%5Bb%5D%20-%20c.md) [ref]
        `[code](:/\(rye))`
        ```
        [code](:/\(rye))
        ```
        [ref]: Kitchen/Rye.md
        """)
  }

  @Test("A link in a table has no bar, which would end its cell")
  func linksInTables() throws {
    var export = Export()
    let rye = Export.id("b")
    export.add(
      .note, id: "a", title: "Index",
      body: "| a | b |\n|---|---|\n| [the rye](:/\(rye)#x \"t\") | [Rye](:/\(rye)) |\n\n[the rye](:/\(rye))")
    export.add(.note, id: "b", title: "Rye", ["parent_id": Export.id("1")])
    export.add(.notebook, id: "1", title: "Kitchen")
    #expect(
      try UnpackedFolder(export).body("Index.md")
        == "| a | b |\n|---|---|\n| [the rye](Kitchen/Rye.md#x \"t\") | [[Rye]] |\n\n[[Rye|the rye]]")
  }

  @Test(
    "A long line of links that do not end is read in a moment", .timeLimit(.minutes(5)),
    arguments: ["", ")"])
  func openLinks(_ end: String) throws {
    let line = String(repeating: "[x](:/\(Export.id("b")) ", count: 20_000) + end
    let text = JoplinLinks.replacing(in: line) { _ in .note(wiki: "Rye", destination: "Rye.md") }
    #expect(text.hasPrefix("[x](Rye.md [x](Rye.md "))
  }

  @Test("A link to one of two notes with the same title names the notebook")
  func ambiguousLinks() throws {
    var export = Export()
    export.add(.note, id: "a", title: "Index", body: "[x](:/\(Export.id("c")))")
    export.add(.note, id: "b", title: "rye")
    export.add(.note, id: "c", title: "Rye", ["parent_id": Export.id("1")])
    export.add(.notebook, id: "1", title: "Kitchen")
    #expect(try UnpackedFolder(export).body("Index.md") == "[[Kitchen/Rye|x]]")
  }

  @Test("Titles that clash get numbers, by the age of the notes and not by the order of the archive")
  func sameTitles() throws {
    var export = Export()
    export.add(.note, id: "b", title: "bread", body: "second", ["created_time": "2020-01-01T00:00:00Z"])
    export.add(.note, id: "a", title: "Bread", body: "third", ["created_time": "2021-01-01T00:00:00Z"])
    export.add(.note, id: "c", title: "Bread", body: "first", ["created_time": "2019-01-01T00:00:00Z"])
    export.add(.note, id: "d", title: "", body: "untitled")
    let unpacked = try UnpackedFolder(export)
    #expect(try unpacked.notes == ["Bread 3.md", "Bread.md", "Untitled.md", "bread 2.md"])
    #expect(try unpacked.body("Bread.md") == "first")
    #expect(try unpacked.body("bread 2.md") == "second")
    #expect(try unpacked.document("Untitled.md").title == nil)
  }

  @Test("A folder and a note whose files would have one path do not clash")
  func folderAndFile() throws {
    var export = Export()
    export.add(.notebook, id: "1", title: "Rye.md")
    export.add(.note, id: "a", title: "Rye")
    export.add(.note, id: "b", title: "Inner", ["parent_id": Export.id("1")])
    #expect(try UnpackedFolder(export).notes == ["Rye 2.md", "Rye.md/Inner.md"])
  }

  @Test("Items that cannot be read are reported, and the others are unpacked")
  func problems() throws {
    var export = Export()
    let (missing, lost) = (Export.id("8"), Export.id("9"))
    export.tar.add("\(Export.id("0")).md", Array("Title\n\nno properties".utf8))
    export.tar.add("\(Export.id("1")).md", [0xFF, 0x0A])
    export.add(.note, id: "2", title: "Secret", ["encryption_applied": "1"])
    export.add(.note, id: "a", title: "Bread", body: "![](:/\(missing)) [x](:/\(missing)) [](:/\(lost))")
    export.add(.resource, id: "9", title: "lost.pdf")
    export.addResource("7", title: "unused.bin", ending: "bin", [1])
    let unpacked = try UnpackedFolder(export)
    #expect(try unpacked.notes == ["Bread.md"])
    #expect(try unpacked.body("Bread.md") == "![](:/\(missing)) [x](:/\(missing)) [](:/\(lost))")
    #expect(
      unpacked.problems.map(\.reason) == [
        .malformed(line: 3, detail: "the last paragraph must consist of lines 'key: value'"),
        .malformed(line: nil, detail: "it is not UTF-8 text"), .encrypted, .missing(":/" + missing),
        .missing("lost.pdf"), .unusedAttachment,
      ])
    #expect(unpacked.problems.last?.item == "unused.bin")
  }
}

@Suite("Items of Joplin's export")
struct JoplinItemTests {
  private func item(_ text: String) throws -> JoplinItem { try JoplinItem(Array(text.utf8)) }

  @Test(
    "A title and a text may be missing, and empty lines belong to the text",
    arguments: [
      ("Title\n\nBody\n\nid: 1\ntype_: 1", "Title", "Body"), ("Title\n\nid: 1\ntype_: 1\n", "Title", ""),
      ("\n\nBody\n\nid: 1\ntype_: 1", "", "Body"), ("\n\nid: 1\ntype_: 1", "", ""), ("id: 1\ntype_: 6", "", ""),
      ("T\n\n\nA\n\nb: c\n\n\n\nid: 1\ntype_: 1\n\n", "T", "\nA\n\nb: c\n\n"),
      ("T\r\n\r\nA\r\n\r\nid: 1\r\ntype_: 1\r\n", "T", "A\r"),
    ])
  func parts(_ text: String, _ title: String, _ body: String) throws {
    let item = try item(text)
    #expect(item.title == title)
    #expect(Array(item.body.utf8) == Array(body.utf8))
  }

  @Test("Times are dates or milliseconds, and zero is none")
  func times() throws {
    let item = try item(
      "id: 1\na: 2018-06-10T08:30:00.5Z\nb: 1528619400000\nc: 0\nd: -1\ne: soon\nf: 9999999999999999\ntype_: 1")
    #expect(item.time("a")?.iso8601 == "2018-06-10T08:30:00.500Z")
    #expect(item.time("b")?.iso8601 == "2018-06-10T08:30:00Z")
    for key in ["c", "d", "e", "f", "g"] { #expect(item.time(key) == nil) }
  }

  @Test(
    "An item without a kind or an identifier is refused",
    arguments: ["", "Title", "T\n\nid: 1", "T\n\ntype_: 1", "a: b\n\n: x"])
  func refused(_ text: String) {
    #expect(throws: JoplinItem.ParseError.self) { try item(text) }
  }
}
