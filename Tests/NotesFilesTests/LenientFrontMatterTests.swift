import Foundation
import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesFiles
@testable import NotesFrontMatter

@Suite struct LenientFrontMatterTests {
  private let folder: TemporaryFolder
  private var vault: DiskMarkdownFolder { DiskMarkdownFolder(zone: UTC()) }

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String, named name: String = "a.md") throws -> MarkdownDocument {
    try folder.write(text.utf8, to: name)
    return try vault.read(MarkdownFileEntry(path: name, bytes: 0), in: folder.path)
  }

  @Test(arguments: [
    "created: yesterday\n", "title: Foo: bar\n", "title: @home\n", "a: &x [1]\nb: *x\n",
    "tags: [a/]\n",
    "a: [\n", "a: 1\na: 2\n", "{{template}}\nx: y\n", "x: 1\ncreated: never\n# comment\n",
  ])
  func `invalid lines are kept as they are, and the text is read`(lines: String) throws {
    let document = try read("---\n\(lines)---\n# Text\n")
    #expect(document.body == "# Text\n" && document.foreignFrontMatter == lines)
    #expect(document.frontMatterProblem != nil)
  }

  @Test func `valid keys beside invalid ones are read`() throws {
    let document = try read("---\ntitle: Rye\ncreated: never\ntags: [a]\nx: [\nupdated: 2026-03-14\n---\nText\n")
    #expect(document.title == "Rye" && document.tags.map(\.name) == ["a"])
    #expect(document.modified == Timestamp(iso8601: "2026-03-14"))
    #expect(document.created == nil && document.foreignFrontMatter == "created: never\nx: [\n")
  }

  @Test(arguments: [
    "---\n\nNote: see below\n\n---\nText\n", "---\nJust a line\n---\nText\n", "---\n- a\n- b\n---\n",
    "---\n\nthis is a text: with a colon\n---\n", "---\n\nplugin: x\nand a line\n---\n", "---\n\n---\n",
  ])
  func `text between two rules is text`(text: String) throws {
    let document = try read(text)
    #expect(document.body == text && document.foreignFrontMatter.isEmpty && document.frontMatterProblem == nil)
  }

  @Test func `front matter may begin with a blank line, as plugins of Obsidian write it`() throws {
    let document = try read("---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n# Drawing\n")
    #expect(document.body == "# Drawing\n" && document.tags.map(\.name) == ["excalidraw"])
    #expect(document.frontMatterProblem == nil)
    #expect(FrontMatterWriter.text(for: document) == "---\ntags: [excalidraw]\nexcalidraw-plugin: parsed\n---\n")
  }

  @Test func `beside updated, modified stays as it is, also where a line is invalid`() throws {
    var document = try read("---\nno key\nmodified: 2023-01-01\nupdated: 2024-01-01\n---\nText\n")
    #expect(document.modified == Timestamp(iso8601: "2024-01-01"))
    document.modified = FixedClock.start
    #expect(
      FrontMatterWriter.text(for: document)
        == "---\nupdated: 2026-03-14T09:26:53.589Z\nno key\nmodified: 2023-01-01\n---\n")
  }

  @Test(arguments: ["\"", "'"])
  func `keys may be in quotes`(quote: String) throws {
    let document = try read("---\n\(quote)tags\(quote): [q]\n\(quote)my key\(quote): 1\n---\nText\n")
    #expect(document.tags.map(\.name) == ["q"] && document.body == "Text\n")
    #expect(document.foreignFrontMatter == "\(quote)my key\(quote): 1\n")
  }

  @Test(arguments: [
    "created: \"[[2024-01-02]]\"\n", "created: 03.04.2024\nupdated: 7\n", "title: {{title}}\ntags: {{tags}}\n",
    "title: [a, b]\n", "tags: [a, dup/]\n", "note-id: not-a-uuid\n", "archived: maybe\npinned: [x]\n",
    "tags: [a]\ntags: [b]\n",
  ])
  func `an export has each name once, and is read again as it was`(lines: String) throws {
    // Given
    var document = try read("---\nx: 1\n\(lines)---\nText\n")
    document.id = SequentialNoteIDGenerator.id(1)
    document.title = "Own"
    (document.created, document.modified) = (FixedClock.start, FixedClock.start)
    document.tags = [try #require(Tag("own"))]
    (document.isPinned, document.isArchived) = (true, true)
    try vault.prepare(folder.path + "/out", replacing: false)
    // When
    try vault.write(document, in: folder.path + "/out", replacing: true)
    // Then
    let text = FrontMatterWriter.text(for: document)
    let names = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ":").first }
    #expect(Set(names).count == names.count - 1, "\(text)")  // both marks are equal
    var again = try vault.read(MarkdownFileEntry(path: "a.md", bytes: 0), in: folder.path + "/out")
    #expect(FrontMatterWriter.text(for: again) == text)
    again.foreignFrontMatter = document.foreignFrontMatter
    (again.frontMatterProblem, again.fileModified) = (document.frontMatterProblem, document.fileModified)
    again.digest = document.digest
    #expect(again == document)
  }

  @Test(arguments: [
    "created: never\n", "a: [\n", "x: y\n: [\n", "  title: indented\n\ttabs: x\n", "  - x\nb: c\n", "- x\nb: c\n",
    "\tx: y\nb: [\n",
    "---x\nb: c\n",
  ])
  func `an exported note with invalid lines is read again as it was`(lines: String) throws {
    var document = try read("---\n\(lines)---\n# Text\n")
    document.id = SequentialNoteIDGenerator.id(1)
    document.title = "Own: title"
    (document.created, document.modified) = (FixedClock.start, FixedClock.start + .seconds(1))
    try vault.prepare(folder.path + "/out", replacing: false)
    try vault.write(document, in: folder.path + "/out", replacing: true)
    let again = try vault.read(MarkdownFileEntry(path: "a.md", bytes: 0), in: folder.path + "/out")
    #expect(again.id == document.id && again.title == "Own: title" && again.created == FixedClock.start)
    #expect(again.modified == document.modified)
    #expect(again.foreignFrontMatter == lines && again.body == document.body)
  }

  @Test(
    arguments: [
      ("  title: Rye\n  mood: good\n", "Rye", "mood: good\n"),
      ("  mood: {{x}}\n  title: Rye\n", "Rye", "mood: {{x}}\n"),
      ("  mood: [a,\n    b] # x\n\n", nil, "mood: [a,\n  b] # x\n\n"),
    ] as [(String, String?, String)])
  func `front matter that is indented as a block is one that keys can be added to`(
    lines: String, title: String?, kept: String
  ) throws {
    // Given
    var document = try read("---\n\(lines)---\nText\n")
    #expect(document.title == title && document.foreignFrontMatter == kept && document.body == "Text\n")
    // When
    document.id = SequentialNoteIDGenerator.id(1)
    try vault.prepare(folder.path + "/out", replacing: false)
    try vault.write(document, in: folder.path + "/out", replacing: true)
    // Then
    let again = try vault.read(MarkdownFileEntry(path: "a.md", bytes: 0), in: folder.path + "/out")
    #expect(again.id == document.id && again.title == title && again.foreignFrontMatter == kept)
  }

  @Test func `a line of a Windows file that becomes a comment is one, and not only the first of its entry`() throws {
    let reader = LenientFrontMatterReader("tags:\r\n  - a\r\n  - b\r\nx: 1\r\n", zone: UTC())
    let text = reader.exported(besides: [.tags], modified: nil)
    #expect(text == "# tags:\r\n#   - a\r\n#   - b\r\nx: 1\r\n")
  }

  @Test func `a note with Windows line endings is written with them throughout`() throws {
    let document = try read("---\r\nx: 1\r\ntitle: a\r\n---\r\nText\r\n")
    #expect(FrontMatterWriter.text(for: document) == "---\r\ntitle: a\r\nx: 1\r\n---\r\n")
  }

  @Test func `a date is written as a date in its time zone, and a time in UTC`() throws {
    // Given
    let vault = DiskMarkdownFolder(zone: NewYork())
    try folder.write("---\ncreated: 2026-10-04\nupdated: 2026-10-04T10:00\n---\nText\n".utf8, to: "b.md")
    let document = try vault.read(MarkdownFileEntry(path: "b.md", bytes: 0), in: folder.path)
    try vault.prepare(folder.path + "/out", replacing: false)
    // When
    try vault.write(document, in: folder.path + "/out", replacing: true)
    // Then
    let text = try String(contentsOfFile: folder.path + "/out/b.md", encoding: .utf8)
    #expect(text == "---\ncreated: 2026-10-04\nupdated: 2026-10-04T14:00:00Z\n---\nText\n")
    #expect(FrontMatterWriter.text(for: document).contains("created: 2026-10-04T04:00:00Z\n"))
  }

  @Test func `a midnight that the file did not have as a date is written as a time`() throws {
    // Given
    let vault = DiskMarkdownFolder(zone: NewYork())
    try folder.write("---\ncreated: 2026-10-04T00:00\nupdated: 2026-10-05\n---\nText\n".utf8, to: "b.md")
    let document = try vault.read(MarkdownFileEntry(path: "b.md", bytes: 0), in: folder.path)
    #expect(document.bareDates == .modified)
    // When, then: another time zone would read a date as another time
    let text = FrontMatterWriter.text(for: document, zone: NewYork())
    #expect(text == "---\ncreated: 2026-10-04T04:00:00Z\nupdated: 2026-10-05\n---\n")
  }

  @Test(arguments: ["---\nx: 1\n--- \nText\n", "--- \nx: 1\n---\t\r\nText\n"])
  func `blanks may follow a mark`(text: String) throws {
    let document = try read(text)
    #expect(document.foreignFrontMatter == "x: 1\n" && document.body == "Text\n")
  }

  @Test func `a date without a zone is local`() throws {
    try folder.write("---\ncreated: 2026-10-04\nupdated: 2026-10-04T10:00\n---\n".utf8, to: "b.md")
    let document = try DiskMarkdownFolder(zone: NewYork()).read(
      MarkdownFileEntry(path: "b.md", bytes: 0), in: folder.path)
    #expect(document.created == Timestamp(iso8601: "2026-10-04T04:00:00Z"))
    #expect(document.modified == Timestamp(iso8601: "2026-10-04T14:00:00Z"))
  }
}

/// Eastern Daylight Time.
private struct NewYork: TimeZoneOffsets {
  func secondsEastOfUTC(at time: Timestamp) -> Int { -14_400 }
}
