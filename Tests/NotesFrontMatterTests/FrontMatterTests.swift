import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesFrontMatter

@Suite("Front matter")
struct FrontMatterTests {
  @Test("The known keys are read")
  func keys() throws {
    let document = try Self.read(
      """
      note-id: 019A0C3E-5F7A-7c31-9b1e-2d3c4b5a6978
      title: Bread
      created: 2026-03-14
      updated: 2026-03-14T09:26:53+02:00
      tags: [a, b]
      pinned: true
      archived: yes
      trashed: "2026-03-15"
      """)
    #expect(document.id?.description == "019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978")
    #expect(document.title == "Bread")
    #expect(document.created?.iso8601 == "2026-03-14T00:00:00Z")
    #expect(document.modified?.iso8601 == "2026-03-14T07:26:53Z")
    #expect(document.tags.map(\.name) == ["a", "b"])
    #expect(document.isPinned)
    #expect(document.isArchived)
    #expect(document.trashed?.iso8601 == "2026-03-15T00:00:00Z")
    #expect(document.foreignFrontMatter == "")
  }

  @Test(
    "Tags are read in every form that Obsidian reads",
    arguments: [
      ("tags: [a, b/c]", ["a", "b/c"]),
      ("tags:\n  - a\n  - b/c\n", ["a", "b/c"]),
      ("tags:\n- a\n- '#b'\n", ["a", "b"]),
      ("tags: a", ["a"]),
      ("tags: a, b c", ["a", "b", "c"]),
      ("tags: '#a #b'", ["a", "b"]),
      ("tags: [sour dough, \" x  y \"]", ["sour-dough", "x-y"]),
      ("tags: [2026, 1.5, true, null, ~, '']", ["2026", "1.5", "true"]),
      ("tags: [a, a, 'a,b']", ["a", "b"]),
      ("tags:", []), ("tags: []", []), ("tags: ''", []), ("tags: [é, 世界]", ["é", "世界"]),
    ])
  func tags(_ yaml: String, _ expected: [String]) throws {
    #expect(try Self.read(yaml).tags.map(\.name) == expected)
  }

  @Test(
    "A title is text, whatever its type in YAML",
    arguments: [
      ("title: 2026", "2026"), ("title: yes", "yes"), ("title: 1e3", "1e3"), ("title: 'It''s'", "It's"),
      ("title: \"a\\tb\\u00e9\"", "a\tbé"), ("title: 2026-03-14", "2026-03-14"), ("title: !!str 5", "5"),
      ("title: >\n  folded\n  text\n", "folded text\n"), ("title: Q & A", "Q & A"), ("title: a*b *c*", "a*b *c*"),
      ("title: ''", ""), ("title: \"~\"", "~"),
    ])
  func title(_ yaml: String, _ expected: String) throws {
    #expect(try Self.read(yaml).title == expected)
  }

  @Test("A key without a value is ignored", arguments: ["", " ~", " null", " # comment"])
  func noValue(_ value: String) throws {
    for key in [
      "note-id", "note-digest", "title", "created", "updated", "tags", "pinned", "archived", "trashed",
    ] {
      let empty = MarkdownDocument(
        path: "a.md", fileModified: FixedClock.start, body: "", digest: ContentDigest(value: 0))
      #expect(try Self.read("\(key):\(value)\n") == empty, "\(key)")
    }
  }

  @Test("Of the two keys for the time of change, 'updated' has priority")
  func twoNames() throws {
    #expect(try Self.read("modified: 2025-01-01\nupdated: 2026-01-01\n").modified?.iso8601 == "2026-01-01T00:00:00Z")
    #expect(try Self.read("updated: 2026-01-01\nmodified: 2025-01-01\n").modified?.iso8601 == "2026-01-01T00:00:00Z")
    #expect(try Self.read("modified: 2025-01-01\n").modified?.iso8601 == "2025-01-01T00:00:00Z")
  }

  @Test(
    "The key 'modified' keeps its name and place, and an export writes the time there",
    arguments: [
      ("modified: 2025-01-01\n", "modified: 2026-03-14T09:26:53.589Z\n"),
      ("a: 1\nmodified: '2025-01-01'\n# b\nb: 2\n", "a: 1\nmodified: 2026-03-14T09:26:53.589Z\n# b\nb: 2\n"),
      ("modified:\r\nb: 2\r\n", "modified: 2026-03-14T09:26:53.589Z\r\nb: 2\r\n"),
      ("modified: 2025-01-01 # c\n", "modified: 2026-03-14T09:26:53.589Z\n"),
      ("{modified: 2025-01-01}", "modified: 2026-03-14T09:26:53.589Z\n"),
      (
        "modified: 2025-01-01 # c\nupdated: 2025-01-01\nb: 2\n",
        "updated: 2026-03-14T09:26:53.589Z\nmodified: 2025-01-01 # c\nb: 2\n"
      ),
    ])
  func modified(_ yaml: String, _ expected: String) throws {
    // Given
    var document = try Self.read(yaml)
    (document.modified, document.bareDates) = (FixedClock.start, [])
    // When
    let written = FrontMatterWriter.text(for: document)
    // Then
    let mark = expected.contains("\r\n") ? "---\r\n" : "---\n"
    #expect(written == mark + expected + mark)
    #expect(try Self.read(expected) == document)
  }

  @Test("Of two open keys 'modified', the second becomes a comment; without a time, the first stays open")
  func modifiedTwice() {
    var document = MarkdownDocument(
      path: "a.md", modified: FixedClock.start, fileModified: FixedClock.start,
      foreignFrontMatter: "modified:\nx: 1\nmodified:\n", body: "", digest: ContentDigest(value: 0))
    #expect(
      FrontMatterWriter.text(for: document)
        == "---\nmodified: 2026-03-14T09:26:53.589Z\nx: 1\n# modified:\n---\n")
    document.modified = nil
    #expect(FrontMatterWriter.text(for: document) == "---\nmodified:\nx: 1\n# modified:\n---\n")
  }

  @Test(
    "A value of the wrong type is refused with its key and line",
    arguments: [
      ("x: 1\nnote-id: 12", "note-id", 3, "a UUID"),
      ("note-id: ffffffff-ffff-ffff-ffff-ffffffffffff", "note-id", 2, "a UUID that a note may have"),
      ("note-id: 00000000-0000-0000-0000-000000000000", "note-id", 2, "a UUID that a note may have"),
      ("title: [a]", "title", 2, "text"),
      ("title:\n  a: b", "title", 2, "text"),
      ("created: tomorrow", "created", 2, "a date such as 2026-03-14T09:26:53Z"),
      ("# c\n\nupdated: 2026-02-30", "updated", 4, "a date such as 2026-03-14T09:26:53Z"),
      ("note-digest: 12", "note-digest", 2, "16 hexadecimal digits"),
      ("trashed: true", "trashed", 2, "a date such as 2026-03-14T09:26:53Z"),
      ("tags:\n  a: b", "tags", 2, "a list of tags"),
      ("tags: [[a]]", "tags", 2, "a list of tags"),
      ("tags: [a/]", "tags", 2, "a list of tags"),
      ("pinned: maybe", "pinned", 2, "true or false"),
      ("archived: [true]", "archived", 2, "true or false"),
    ])
  func wrongType(_ yaml: String, _ key: String, _ line: Int, _ expected: String) {
    #expect(Self.reason(yaml) == .wrongType(key: key, line: line, expected: expected))
  }

  @Test(
    "Malformed front matter is refused with its line",
    arguments: [
      ("title: \"open", 2), ("a: b: c", 2), ("x: 1\n- list", 3), ("title: a\ntitle: b", 2), ("x: 1\ny: 2\nx: 3", 2),
      ("just text", 2), ("- a\n- b", 2), ("x: *missing", 2), ("\tx: 1", 2), ("x: [1, 2\ny: 3", 3),
      ("a: 1\n...\nb: 2", 4),
      ("title: @x", 2), ("x: \u{0}", 2), ("x: \u{7}", 2), ("{title: a, other: b}", 2), ("  x: 1\n  y: 2", 2),
      ("\n?\n-\n", 3), ("title: a\n?\n- x\n: 1\n", 3),
    ])
  func malformed(_ yaml: String, _ line: Int) {
    guard case .malformedFrontMatter(let found, let detail)? = Self.reason(yaml) else {
      Issue.record("The reason was \(String(describing: Self.reason(yaml)))")
      return
    }
    #expect(found == line, "\(detail)")
    #expect(!detail.isEmpty)
  }

  @Test("Braces are accepted when there are no foreign keys")
  func braces() throws {
    #expect(try Self.read("{title: a, pinned: true}").title == "a")
    #expect(try Self.read("{}").foreignFrontMatter == "")
  }

  @Test("Anchors are refused before they are expanded")
  func billionLaughs() {
    var yaml = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1..<30 {
      yaml += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }
    let few = "a: &a [1]\nb: *a\n"
    let keys = "a: &a {x: 1}\n? [*a, *a]\n: 1\n"
    for text in [yaml, few, keys, "title: &t Bread", "a: &a b\n<<: *a"] {
      guard case .malformedFrontMatter(_, let detail)? = Self.reason(text) else {
        Issue.record("This was accepted: \(text.prefix(80))")
        continue
      }
      #expect(detail.contains("anchors"))
    }
  }

  @Test(
    "Deep nesting and large front matter are refused",
    arguments: [
      "x: " + String(repeating: "[", count: 5000), "x: " + String(repeating: "{a: ", count: 5000),
      "x:\n  " + String(repeating: "- ", count: 5000), "? " + String(repeating: "? ", count: 5000),
      "x: |\n" + String(repeating: "  text\n", count: 1_100_000),
    ])
  func tooMuch(_ yaml: String) {
    guard case .malformedFrontMatter? = Self.reason(yaml) else {
      Issue.record("This was accepted")
      return
    }
  }

  @Test(
    "A title that looks like deep nesting or like anchors survives an export",
    arguments: ["[", "{", "- ", "? ", "[ ] ", "a &b *c *d *e *f *g "])
  func looksNested(_ part: String) throws {
    let document = MarkdownDocument(
      path: "a.md", title: String(repeating: part, count: 100) + ".", fileModified: FixedClock.start,
      attachments: [part],
      body: "", digest: ContentDigest(value: 0))
    let written = FrontMatterWriter.text(for: document).dropFirst(4).dropLast(4)
    #expect(try Self.read(String(written)) == document)
  }

  @Test("Characters that only look like anchors are text")
  func noAnchors() throws {
    let yaml = "title: R&D & more\nx: |\n" + String(repeating: "  * item &c\n", count: 3) + "y: 'a *b'\n"
    #expect(try Self.read(yaml).title == "R&D & more")
    let list = "x: |\n" + String(repeating: "  * item\n", count: 50)
    #expect(try Self.read(list).foreignFrontMatter == list)
  }

  @Test(
    "Lines of foreign keys are preserved, with their comments",
    arguments: [
      ("title: a\naliases: [x,   y] # mine\n", "aliases: [x,   y] # mine\n"),
      ("aliases:\n  - x\n\n  # inside\n  - y\ntitle: a\n", "aliases:\n  - x\n\n  # inside\n  - y\n"),
      ("# top\ntitle: a\n", "# top\n"),
      ("title: a\n# about css\ncss: wide\n\npinned: true\n", "# about css\ncss: wide\n\n"),
      ("tags:\n  - a\n  # inside\n  - b\nx: 1\n", "x: 1\n"),
      ("text: |\n  # not a comment\n\n  title: no\ntitle: yes\n", "text: |\n  # not a comment\n\n  title: no\n"),
      ("\"quoted key\": 1\ntitle: a\n? complex\n", nil),
      ("x: 1", "x: 1\n"),
      ("x: 1\r\ntitle: a\r\ny:\r\n  z: 2\r\n", "x: 1\r\ny:\r\n  z: 2\r\n"),
      ("title: a\n\n\npinned: true\n", ""),
      ("title: >\n  long\n  text\n# end\n", "# end\n"),
      ("title: >-\n #~ l-g+\n \t\n", ""),
      ("title: |\n  a\n  # b\n\n# end\nx: 1\n", "# end\nx: 1\n"),
      ("tags:\n- |\n  # b\n# end\n", "# end\n"),
      ("title: \"a\n  # \\\" b\n  # c\"\n# end\n", "# end\n"),
      ("title: 'a''\n  # b'\n  # end\n", "  # end\n"),
      ("tags: [a, # b\n  'c'\n  ] # d\n# end\nx: 1\n", "# end\nx: 1\n"),
      ("x:\ntitle: a\n b\n \t# end\n", "x:\n# end\n"),
      ("# only\n", "# only\n"),
    ] as [(String, String?)])
  func foreign(_ yaml: String, _ expected: String?) throws {
    guard let expected else {
      #expect(Self.reason(yaml) != nil)
      return
    }
    #expect(Array(try Self.read(yaml).foreignFrontMatter.utf8) == Array(expected.utf8))
  }

  @Test("Foreign lines survive exports and imports", arguments: 1...5 as ClosedRange<UInt64>)
  func foreignStays(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let blocks = [
      "aliases: [a, b]\n", "css: wide # why\n", "# a comment\n", "nested:\n  deep:\n    - 1\n    - 2\n",
      "text: |\n  # no comment\n\n  last\n", "folded: >-\n  a\n  b\n", "empty:\n", "date: 2026-01-01\n",
      "'quoted: key': \"x\"\n",
      "title: Bread\n", "tags: [x]\n", "pinned: true\n", "\n",
    ]
    for _ in 0..<100 {
      let yaml = blocks.shuffled(using: &random).prefix(Int.random(in: 0...blocks.count, using: &random)).joined()
      let first = try Self.read(yaml)
      let written = FrontMatterWriter.text(for: first).dropFirst(4).dropLast(4)
      let second = try Self.read(String(written))
      #expect(second == first, "seed \(seed): \(yaml)")
      for block in blocks.prefix(9) where yaml.contains(block) {
        #expect(first.foreignFrontMatter.contains(block.dropLast()), "seed \(seed): \(yaml)")
      }
    }
  }

  @Test("Front matter is written in a fixed order, without empty keys")
  func canonical() {
    var document = MarkdownDocument(
      path: "a.md", id: SequentialNoteIDGenerator.id(1), title: "Bread: rye",
      tags: Self.tags("a", "b c", "yes", "x/y-z_1"),
      isPinned: true, isArchived: true, trashed: FixedClock.start, created: FixedClock.start,
      modified: FixedClock.start, fileModified: FixedClock.start, foreignFrontMatter: "x: 1", body: "",
      digest: ContentDigest(value: 0))
    #expect(
      FrontMatterWriter.text(for: document) == """
        ---
        note-id: 00000000-0000-7000-8000-000000000001
        title: "Bread: rye"
        created: 2026-03-14T09:26:53.589Z
        updated: 2026-03-14T09:26:53.589Z
        tags: [a, "yes", x/y-z_1]
        pinned: true
        archived: true
        trashed: 2026-03-14T09:26:53.589Z
        x: 1
        ---

        """)
    document = MarkdownDocument(
      path: "a.md", fileModified: FixedClock.start, body: "x", digest: ContentDigest(value: 0))
    #expect(FrontMatterWriter.text(for: document) == "")
  }

  @Test(
    "The content at the export is written as text and read again",
    arguments: [
      (1, "note-digest: \"0000000000000001\"\n"), (0xE000_0000_0000_0000, "note-digest: e000000000000000\n"),
    ] as [(UInt64, String)])
  func base(_ value: UInt64, _ line: String) throws {
    let base = ContentDigest(value: value)
    let document = MarkdownDocument(
      path: "a.md", base: base, fileModified: FixedClock.start, body: "", digest: ContentDigest(value: 0))
    #expect(FrontMatterWriter.text(for: document) == "---\n\(line)---\n")
    #expect(try Self.read(line).base == base)
  }

  @Test("Without tags, those among the kept lines become a comment")
  func otherTags() throws {
    let document = MarkdownDocument(
      path: "a.md", fileModified: FixedClock.start, foreignFrontMatter: "tags: [x]\n", body: "",
      digest: ContentDigest(value: 0))
    #expect(FrontMatterWriter.text(for: document) == "---\n# tags: [x]\n---\n")
  }

  @Test(
    "Texts are written so that every YAML reader reads them as text",
    arguments: [
      ("Bread", "Bread"), ("Bread and butter (rye)", "Bread and butter (rye)"), ("Käse", "Käse"), ("", "\"\""),
      (" x", "\" x\""), ("x ", "\"x \""), ("yes", "\"yes\""), ("No", "\"No\""), ("2026", "\"2026\""),
      ("a: b", "\"a: b\""),
      ("a #b", "\"a #b\""), ("-", "\"-\""), ("\"q\"", "\"\\\"q\\\"\""), ("a\\b", "\"a\\\\b\""), ("a\nb", "\"a\\nb\""),
      ("\u{0}\u{85}\u{FEFF}", "\"\\U00000000\\U00000085\\U0000feff\""), ("🍞", "\"🍞\""), ("---", "\"---\""),
    ])
  func scalars(_ text: String, _ expected: String) {
    #expect(YAMLText.scalar(text) == expected)
  }

  @Test(
    "A text that begins with byte order marks is written and read again",
    arguments: ["\u{FEFF}", "\u{FEFF}a", "\u{FEFF}\u{FEFF}a", "a\u{FEFF}", "\\ufeff"])
  func byteOrderMarks(_ text: String) throws {
    let document = MarkdownDocument(
      path: "a.md", title: text, tags: Self.tags(text), fileModified: FixedClock.start, attachments: [text], body: "",
      digest: ContentDigest(value: 0))
    let again = try Self.read(String(FrontMatterWriter.text(for: document).dropFirst(4).dropLast(4)))
    #expect(again.title.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    #expect(again == document)
  }

  @Test(
    "Three hyphens on lines of their own delimit front matter",
    arguments: [
      ("---\ntitle: a\n---\nbody", "body"), ("---\r\ntitle: a\r\n---\r\nbody", "body"), ("---\ntitle: a\n---", ""),
      ("--- \ntitle: a\n---\n", ""), ("---\ntitle: a\n", nil), ("---", nil), ("---\n", nil),
      ("\n---\ntitle: a\n---\n", nil),
      ("----\ntitle: a\n----\n", nil), ("---\ntitle: a\n--- \n", ""), ("--- a\n---\n", nil), ("", nil),
      ("---\n---\n", ""),
      ("---\n---\n\n", "\n"),
    ] as [(String, String?)])
  func marks(_ text: String, _ body: String?) {
    let bytes = Array(text.utf8)
    let file = MarkdownFile(bytes)
    #expect((file.frontMatter != nil) == (body != nil))
    #expect(String(decoding: bytes[file.body], as: UTF8.self) == body ?? text)
  }

  private static func read(_ yaml: String) throws -> MarkdownDocument {
    var document = MarkdownDocument(
      path: "a.md", fileModified: FixedClock.start, body: "", digest: ContentDigest(value: 0))
    try FrontMatterReader(yaml, zone: UTC()).read(into: &document)
    return document
  }

  private static func reason(_ yaml: String) -> MarkdownFileError.Reason? {
    do {
      _ = try read(yaml)
      return nil
    } catch {
      return FrontMatterProblem(error).reason
    }
  }

  private static func tags(_ names: String...) -> [NotesDomain.Tag] {
    names.compactMap { NotesDomain.Tag($0) }
  }
}
