import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesArchives

@Suite("Evernote's export")
struct EvernoteArchiveTests {
  private typealias Export = EvernoteExport

  /// The MD5 of the bytes `[1]`.
  private static let hash = "55a54008ad1ba589aa210d2629c1df41"

  @Test("The notebook is the name of the file")
  func notebook() throws {
    var export = Export()
    export.add("Bread", "x")
    #expect(try UnpackedFolder(export.bytes, named: "My: Notes.v2.enex").notes == ["My- Notes.v2/Bread.md"])
  }

  @Test("A note keeps its title, times and tags")
  func note() throws {
    var export = Export()
    export.add(
      " Salt &amp; <![CDATA[<Pepper>]]> ", "x",
      elements:
        "<updated>20240201T123456Z</updated><tag>Machine Learning</tag><tag>a/b</tag><tag>machine learning</tag>")
    let document = try UnpackedFolder(export).document("Export/Salt & -Pepper-.md")
    #expect(document.title == "Salt & <Pepper>")
    #expect(document.created?.iso8601 == "2024-01-31T12:00:00Z")
    #expect(document.modified?.iso8601 == "2024-02-01T12:34:56Z")
    #expect(document.tags.map(\.name) == ["Machine-Learning", "a/b"])
  }

  @Test(
    "A time that is none is left out and reported", arguments: ["2757600913T000000Z", "yesterday", "20240230T000000Z"])
  func times(_ time: String) throws {
    for element in ["created", "updated"] {
      var export = Export()
      export.notes.append("<note><title>A</title><content></content><\(element)>\(time)</\(element)></note>")
      let unpacked = try UnpackedFolder(export)
      let document = try unpacked.document("Export/A.md")
      #expect(document.created == nil && document.modified == nil)
      #expect(unpacked.problems == [ArchiveProblem(item: "A", reason: .invalidTime(time))])
    }
  }

  @Test("An empty time is none")
  func emptyTime() throws {
    var export = Export()
    export.notes.append("<note><title>A</title><content></content><created> </created></note>")
    let unpacked = try UnpackedFolder(export)
    #expect(try unpacked.document("Export/A.md").created == nil)
    #expect(unpacked.problems == [])
  }

  @Test("A damaged attachment and a malformed note may have no names")
  func unnamed() throws {
    var export = Export()
    export.add("One", "x", elements: Export.resource([1], type: "text/plain").replacing("AQ==", with: "A@=="))
    export.notes.append("<note><content>x</contents></note>")
    #expect(
      try UnpackedFolder(export).problems == [
        ArchiveProblem(item: "", reason: .malformed(line: 9, detail: "</contents> does not close <content>")),
        ArchiveProblem(item: "One", reason: .damagedAttachment(name: "", detail: "the content is not valid Base64")),
      ])
  }

  @Test("Attributes without a place in a note become front matter")
  func attributes() throws {
    var export = Export()
    export.add(
      "Call", "x",
      elements: """
        <note-attributes><author>Ada</author><source>web.clip</source><source-url>https://e.com/?a=1&amp;b=[x]</source-url>
        <latitude>1.5</latitude><reminder-order>20240131120000</reminder-order>
        <reminder-time>20240301T080000Z</reminder-time><application-data key="x.y">v</application-data></note-attributes>
        """)
    #expect(
      try UnpackedFolder(export).document("Export/Call.md").foreignFrontMatter == """
        todo: open
        todo-due: "2024-03-01T08:00:00Z"
        author: Ada
        source-url: "https://e.com/?a=1&b=[x]"
        latitude: "1.5"
        application-data-x-y: v

        """)
  }

  @Test("Resources become attachments, and their places in the text links")
  func resources() throws {
    var export = Export()
    export.add(
      "Bread",
      """
      <div><en-media type="image/png" hash="\(Self.hash)"/></div>
      <div>see <en-media hash="\("CFCD208495D565EF66E7DFF9F98764DA")" type="application/pdf"/></div>
      """,
      elements: Export.resource([1], type: "image/png", name: "a [1].png")
        + Export.resource([0x30], type: "application/pdf"))
    let unpacked = try UnpackedFolder(export)
    #expect(
      try unpacked.body("Export/Bread.md") == """
        ![a \\[1\\].png](../attachments/Export/Bread/a%20%5B1%5D.png)
        see [attachment.pdf](../attachments/Export/Bread/attachment.pdf)

        """)
    #expect(try unpacked.bytes("attachments/Export/Bread/a [1].png") == [1])
    #expect(try unpacked.bytes("attachments/Export/Bread/attachment.pdf") == [0x30])
    #expect(unpacked.problems == [])
  }

  @Test("A long resource is decoded in pieces")
  func longResource() throws {
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var export = Export()
    export.add("Film", "", elements: Export.resource(content, type: "video/mp4", name: "film.mp4"))
    #expect(try UnpackedFolder(export).bytes("attachments/Export/Film/film.mp4") == content)
  }

  @Test("A resource that is damaged or missing is reported, and the note is kept")
  func damagedResources() throws {
    var export = Export()
    let damaged = Export.resource([1], type: "text/plain", name: "a.txt").replacing("AQ==", with: "A@==")
    export.add("One", "<div>x</div>", elements: damaged)
    export.add("Two", "<en-media hash=\"00\" type=\"image/gif\"/>")
    let unpacked = try UnpackedFolder(export)
    #expect(
      unpacked.problems == [
        ArchiveProblem(
          item: "One", reason: .damagedAttachment(name: "a.txt", detail: "the content is not valid Base64")),
        ArchiveProblem(item: "Two", reason: .missing("image/gif 00")),
      ])
    #expect(try unpacked.body("Export/One.md") == "x\n")
    #expect(try unpacked.body("Export/Two.md") == "(missing: image/gif 00)\n")
  }

  @Test("A damaged resource explains one missing reference of its type, and no other")
  func damagedAndMissing() throws {
    var export = Export()
    let damaged = Export.resource([1], type: "text/plain", name: "a.txt").replacing("AQ==", with: "A@==")
    let media = { (type: String, hash: String) in "<en-media type=\"\(type)\" hash=\"\(hash)\"/>" }
    export.add("One", media("text/plain", "00") + media("text/plain", "00"), elements: damaged)
    export.add("Two", media("text/plain", "00") + media("image/gif", "01"), elements: damaged)
    export.add("Three", media("text/plain", "00") + media("text/plain", "01"), elements: damaged)
    let missing = try UnpackedFolder(export).problems.filter { if case .missing = $0.reason { true } else { false } }
    #expect(
      missing == [
        ArchiveProblem(item: "Two", reason: .missing("image/gif 01")),
        ArchiveProblem(item: "Three", reason: .missing("text/plain 00")),
        ArchiveProblem(item: "Three", reason: .missing("text/plain 01")),
      ])
  }

  @Test("A link to a note of the export becomes a wiki link, if only one note has the title")
  func noteLinks() throws {
    var export = Export()
    let link = { (title: String) in "<a href=\"evernote:///view/1/s1/g/g/\">\(title)</a>" }
    export.add("Index", "<div>\(link("Rye &amp; salt")) \(link("Twice")) \(link("Gone"))</div>")
    for title in ["Rye &amp; salt", "Twice", "Twice"] { export.add(title, "x") }
    #expect(
      try UnpackedFolder(export).body("Export/Index.md") == """
        [[Rye & salt]] [Twice](evernote:///view/1/s1/g/g/) [Gone](evernote:///view/1/s1/g/g/)

        """)
  }

  @Test("A note whose text would be larger than a note may be is reported, and the others are unpacked")
  func largeText() throws {
    // Each of the lines is indented by all lists: less than half a megabyte becomes more than ten.
    let (depth, start) = (20, "<ol start=\"900000000\"><li>")
    let lines = String(repeating: "a<br/>", count: 60_000)
    var export = Export()
    export.add(
      "Large", String(repeating: start, count: depth) + lines + String(repeating: "</li></ol>", count: depth),
      elements: Export.resource([1], type: "text/plain", name: "a.txt"))
    export.add("Small", "x")
    let unpacked = try UnpackedFolder(export)
    #expect(try unpacked.notes == ["Export/Small.md"])
    #expect(try !unpacked.paths.contains { $0.hasSuffix("a.txt") })
    #expect(unpacked.problems.map(\.item) == ["Large"])
    guard case .tooLarge(let bytes, NoteLimit.text.maximum) = unpacked.problems.first?.reason else {
      Issue.record("\(unpacked.problems)")
      return
    }
    #expect(NoteLimit.text.maximum..<2 * NoteLimit.text.maximum ~= bytes)
  }

  @Test("Tasks are in the place of their group, and others at the end")
  func tasks() throws {
    func task(_ title: String, _ status: String, group: String, weight: String) -> String {
      "<task><title>\(title)</title><taskStatus>\(status)</taskStatus><sortWeight>\(weight)</sortWeight>"
        + "<taskGroupNoteLevelID>\(group)</taskGroupNoteLevelID></task>"
    }
    var export = Export()
    export.add(
      "Plan", "<div>Do:</div><div style=\"--en-task-group:true; --en-id:G;\"><div>x</div></div><div>Done.</div>",
      elements: task("second", "open", group: "G", weight: "B") + task("first", "completed", group: "G", weight: "A")
        + task("stray", "open", group: "H", weight: "A"))
    #expect(
      try UnpackedFolder(export).body("Export/Plan.md") == """
        Do:

        - [x] first
        - [ ] second

        Done.

        - [ ] stray

        """)
  }

  @Test("A content that is malformed is kept as it is")
  func malformedContent() throws {
    var export = Export()
    export.add("Bread", "<div>one<b></div>\n```")
    let unpacked = try UnpackedFolder(export)
    #expect(
      unpacked.problems == [
        ArchiveProblem(item: "Bread", reason: .keptAsSource(line: 6, detail: "</div> does not close <b>"))
      ])
    #expect(
      try unpacked.body("Export/Bread.md") == """
        ````xml
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
        <en-note><div>one<b></div>
        ```</en-note>
        ````

        """)
  }

  @Test("A malformed note is reported with its line, and the others are unpacked")
  func malformedNote() throws {
    var export = Export()
    export.add("Before", "x")
    export.notes.append("<note><title>Bad</title>\n<content>x</contents></note>")
    export.add("After", "y")
    let unpacked = try UnpackedFolder(export)
    #expect(try unpacked.notes == ["Export/After.md", "Export/Before.md"])
    #expect(
      unpacked.problems == [
        ArchiveProblem(item: "Bad", reason: .malformed(line: 8, detail: "</contents> does not close <content>"))
      ])
  }

  @Test("Of an export that ends too early, the notes before are unpacked")
  func truncated() throws {
    var export = Export()
    export.add("Before", "x")
    export.add("Cut", "y")
    let bytes = export.bytes
    let end =
      bytes.count
      - Array("</en-note>]]></content><created>20240131T120000Z</created></note>\n</en-export>\n".utf8).count
    let unpacked = try UnpackedFolder(Array(bytes[..<end]), named: "Export.enex")
    #expect(try unpacked.notes == ["Export/Before.md"])
    #expect(unpacked.problems.map(\.item) == ["Cut"])
  }

  @Test("A note has one identifier in every export of its notebook, whatever its text and the other notes are")
  func identifiers() throws {
    let time = { (day: Int) in "<created>2024020\(day)T120000Z</created>" }
    func identifiers(_ notes: [(body: String, day: Int)], named name: String = "Export") throws -> [String: NoteID] {
      var export = Export()
      for note in notes { export.add("Bread", note.body, elements: time(note.day)) }
      let unpacked = try UnpackedFolder(export.bytes, named: name + ".enex")
      return Dictionary(
        uniqueKeysWithValues: try unpacked.notes.map {
          (try unpacked.body($0).trimmingWhitespace, try #require(try unpacked.document($0).id))
        })
    }
    let first = try identifiers([("one", 1), ("two", 2)])
    let second = try identifiers([("zero", 3), ("two, changed", 2)])
    #expect(Set(first.values).count == 2)
    #expect(second["two, changed"] == first["two"])
    let zero = try #require(second["zero"])
    #expect(!first.values.contains(zero))
    #expect(try identifiers([("one", 1)], named: "Other")["one"] != first["one"])
    // Their contents tell notes of one time apart.
    let equal = try identifiers([("one", 1), ("two", 1)])
    let reversed = try identifiers([("two", 1), ("one", 1)])
    #expect(equal == reversed)
    #expect(Set(equal.values).count == 2)
  }

  @Test("Notes that are equal in everything have different identifiers")
  func copies() throws {
    var export = Export()
    for _ in 0..<3 { export.add("Bread", "x") }
    let unpacked = try UnpackedFolder(export)
    #expect(Set(try unpacked.notes.map { try unpacked.document($0).id }).count == 3)
  }

  @Test("Notes with the same title have different files, by the age of the notes and not by the order of the export")
  func sameTitles() throws {
    var export = Export()
    for body in ["3", "1", "2"] {
      export.add(body == "2" ? "bread" : "Bread", body, elements: "<created>2024020\(body)T120000Z</created>")
    }
    let unpacked = try UnpackedFolder(export)
    #expect(try unpacked.notes == ["Export/Bread 3.md", "Export/Bread.md", "Export/bread 2.md"])
    #expect(try unpacked.body("Export/Bread 3.md") == "3\n")
  }
}

@Suite("Base64 in pieces")
struct Base64StreamTests {
  @Test("Pieces of every size give the same bytes", arguments: 1...9)
  func pieces(_ size: Int) throws {
    for count in 0..<40 {
      let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97) }
      var digits: [UInt8] = []
      Base64.append(content, to: &digits)
      var stream = Base64Stream()
      var decoded: [UInt8] = []
      while !digits.isEmpty {
        let bytes = stream.decode(Array(digits.prefix(size)) + Array(" \n".utf8))
        decoded += try #require(bytes)
        digits.removeFirst(min(size, digits.count))
      }
      let rest = stream.finish()
      decoded += try #require(rest)
      #expect(decoded == content)
    }
  }

  @Test("Padding may be missing at the end, and is refused elsewhere")
  func padding() {
    var short = Base64Stream()
    #expect(short.decode(Array("AQ".utf8)) == [])
    #expect(short.finish() == [1])
    var middle = Base64Stream()
    #expect(middle.decode(Array("AQ==AQ==".utf8)) == nil)
    var single = Base64Stream()
    #expect(single.decode(Array("A".utf8)) == [])
    #expect(single.finish() == nil)
  }
}
