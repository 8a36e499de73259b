import NotesDomain
import NotesTestSupport
import Testing

/// An accent makes one `Character` with the sign before it, and `prefix` with the one behind it.
private let accent = "\u{301}"
private let prefix = "\u{600}"

@Suite("Texts are bytes") struct TextBytesTests {
  private func bytes(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

  @Test func `beginnings, ends and parts are found whatever follows or precedes them`() {
    #expect("/\(accent)a".begins(with: "/") && "a\(prefix)/".ends(with: "/") && !"a".ends(with: "ba"))
    #expect("/\(accent)a".rest(after: "/").map(bytes) == bytes("\(accent)a") && "a".rest(after: "/") == nil)
    #expect("a\(prefix).md".beginning(before: ".md").map(bytes) == bytes("a\(prefix)"))
    #expect("'\(accent)'".replacingBytes(of: "'", with: "''") == "''\(accent)''")
    #expect("a{{\(accent)".contains(bytesOf: "{{") && !"a{".contains(bytesOf: "{{"))
    #expect(" \r\n\t".isBlank && "".isBlank && !" \(accent)".isBlank)
    #expect(" a \(accent)b\r\nc".words.map(bytes) == ["a", "\(accent)b", "c"].map(bytes))
    #expect("e\u{301}".rest(after: "\u{E9}") == nil)
  }

  @Test(
    arguments: [
      ("/\(accent)a", "\(accent)a"), ("a\(prefix)/", "a\(prefix)"), ("a/\(accent)b", "a/\(accent)b"),
      ("a \(accent)", "a \(accent)"), (".\(accent)a", nil), ("a/.\(accent)b", nil), (" a\r\n", "a"), ("a\r\nb", nil),
    ] as [(String, String?)])
  func `a notebook is split at slashes, and hidden by a dot`(text: String, path: String?) {
    #expect(Notebook(text).map { bytes($0.path) } == path.map(bytes))
  }

  @Test(arguments: [
    ("a", "a/\(accent)b", true), ("a\(prefix)", "a\(prefix)/b", true), ("\u{E9}", "e\u{301}/b", true),
    ("a", "a\(accent)/b", false), ("a", "a", true), ("a/b", "a", false),
  ])
  func `notebooks and tags are nested by their names`(outer: String, inner: String, isNested: Bool) throws {
    let (notebook, other) = (try #require(Notebook(outer)), try #require(Notebook(inner)))
    #expect(notebook.contains(other) == isNested && notebook.covers(other) == isNested)
    let (tag, otherTag) = (try #require(NoteTag(outer)), try #require(NoteTag(inner)))
    #expect(tag.covers(otherTag) == isNested)
  }

  @Test func `a tag is renamed with what is nested in it, in either form of composition`() throws {
    let renaming = TagRenaming(from: try #require(NoteTag("\u{E9}")), to: try #require(NoteTag("b")))
    let inner = try #require(NoteTag("e\u{301}/\(accent)c"))
    #expect(renaming.renamed(inner).map { bytes($0.name) } == bytes("b/\(accent)c"))
    #expect(NoteTag("#\(accent)x").map { bytes($0.name) } == bytes("\(accent)x"))
  }

  @Test(arguments: [
    (".\(accent)a", "\(accent)a"), ("x\(prefix).", "x\(prefix)"), ("a \(accent)", "a \(accent)"), ("...", "Untitled"),
  ])
  func `the name of a file has no dot at its ends`(title: String, stem: String) {
    #expect(bytes(MarkdownFileName.stem(for: title)) == bytes(stem))
  }

  @Test func `files are hidden, and Markdown, by their bytes`() {
    #expect(!MarkdownFileName.isStem(".\(accent)a") && !AttachmentFolder.isPath("images/.\(accent)a"))
    #expect(AttachmentFolder.isMarkdown("x\(prefix).md") && !AttachmentFolder.isPath("x\(prefix).md"))
    #expect(MarkdownFileName.isNumbered("cafe\u{301} 2", of: "caf\u{E9}"))
    #expect(!MarkdownFileName.isNumbered("a \(accent)2", of: "a"))
    #expect(
      bytes(AttachmentFolder.path(of: "p.png", in: "x\(prefix).md")) == bytes("attachments/x\(prefix)/p.png"))
    let forms = ["caf\u{E9}", "cafe\u{301}"].map { NotePlace(notebook: Notebook($0) ?? .root, stem: "a") }
    #expect(Set(forms).count == 2)
  }

  @Test func `the parts of a link are split at their signs`() throws {
    let link = try #require(NoteLink(wiki: "a#\(accent)h|\(accent)b"))
    #expect(link.target == "a" && link.heading.map(bytes) == bytes("\(accent)h"))
    #expect(link.label.map(bytes) == bytes("\(accent)b"))
    let file = NoteLink(markdown: "a\(prefix).md#\(accent)h", label: "", isEmbedded: false)
    #expect(file.map { bytes($0.target) } == bytes("a\(prefix)"))
    #expect(NoteLink(markdown: "/\(accent)a.md", label: "", isEmbedded: false) == nil)
    #expect(FileLink.find(in: "![[a.png|\(accent)b]]").map(\.path) == ["a.png"])
    #expect(!NoteTitle.inLinks("<!--\(accent)").contains(bytesOf: "<!--"))
  }

  @Test func `a link finds a file by the end of its path`() throws {
    let files = LinkedFiles(["x\(prefix)/b/p.png", "a\(prefix)/b/p.png"])
    let link = try #require(FileLink.find(in: "![[b/p.png]]").first)
    #expect(files.file(of: link, in: "c/note.md").map { bytes($0.path) } == bytes("a\(prefix)/b/p.png"))
  }

  @Test(
    arguments: [
      ("aliases: [a,\(accent)b]\n", ["a", "\(accent)b"]), ("alias: '\(accent)a'\n", ["\(accent)a"]),
      ("aliases: ['it''\(accent)s']\n", ["it'\(accent)s"]), ("aliases:\n- \(accent)a\n", ["\(accent)a"]),
      ("aliases: [\(accent)a]\r\n", ["\(accent)a"]),
      ("aliases: [a\(prefix), b\(prefix)]\n", ["a\(prefix)", "b\(prefix)"]),
    ] as [(String, [String])])
  func `aliases are read by the signs of YAML`(frontMatter: String, aliases: [String]) {
    let note = Note.sample(1) { $0.foreignFrontMatter = frontMatter }
    #expect(note.aliases.map(bytes) == aliases.map(bytes))
  }

  @Test(arguments: [
    ("x: '{{title}}'", "it'\(accent)", "x: 'it''\(accent)'"), ("x: {{title}}", "\u{D4E}: x", "x: \"\u{D4E}: x\""),
    ("x: \"{{title}}\"", "\"\(accent)", "x: \"\\\"\(accent)\""), ("x: {{title}}", "e\u{301}", "x: e\u{301}"),
  ])
  func `a title ends no value of a template`(line: String, title: String, expected: String) {
    let template = NoteTemplate(path: "x", text: "---\n\(line)\n---\n")
    let text = template.expanded(title: title, at: FixedClock.start, in: UTC()).text
    #expect(bytes(text) == bytes("---\n\(expected)\n---\n"))
    let other = NoteTemplate(path: "x", text: "{{title}}\(accent)").expanded(
      title: "a", at: FixedClock.start, in: UTC())
    #expect(bytes(other.text) == bytes("a\(accent)"))
  }

  @Test(arguments: [
    ("# a \(accent)", "a \(accent)"), ("# a \(prefix) #", "a \(prefix)"), ("# a #\(accent)", "a #\(accent)"),
    ("\(accent)a", "\(accent)a"),
  ])
  func `a derived title keeps its accents`(body: String, title: String) {
    #expect(bytes(NoteTitle.derived(from: body)) == bytes(title))
  }

  @Test func `a title that an earlier version derived follows the text`() {
    let note = Note.sample(1, title: "a", body: "# a \(accent)")
    #expect(NoteTitle.updated(for: note, newBody: "# b") == "b")
  }

  @Test func `a title of few characters is bounded in bytes`() {
    let title = NoteTitle.derived(from: "# a" + String(repeating: accent, count: 100_000))
    #expect(title.utf8.count < 5000 && title.utf8.elementsEqual(NoteTitle.derived(from: "# " + title).utf8))
  }

  @Test(
    arguments: [
      ("x\nm\na\r", "y\nm\na\r", "x\nm\nn\na\r", "y\nm\nn\na\r"),
      ("x\r\nm\r\na", "y\r\nm\r\na", "x\r\nm\r\na\r\nb", "y\r\nm\r\na\r\nb"),
      ("x\r\nm\r\na\r\n", "x\r\nm\r\na", "y\r\nm\r\na\r\n", "y\r\nm\r\na"),
    ])
  func `a carriage return at the end of a text stays`(base: String, ours: String, theirs: String, merged: String) {
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      #expect(LineMerge.merge(base: base, ours: one, theirs: other).map(bytes) == bytes(merged))
    }
  }

  @Test func `a change of the form alone is a change, on whichever side`() throws {
    let base = Note.sample(1, body: "a", tags: ["\u{E9}"], notebook: "\u{E9}") { $0.fileName = "\u{E9}" }
    var (one, other) = (base, base)
    one.body = "b"
    other.notebook = try #require(Notebook("e\u{301}"))
    other.tags = [try #require(NoteTag("e\u{301}"))]
    other.fileName = "e\u{301}"
    for (ours, theirs) in [(one, other), (other, one)] {
      let merged = try #require(NoteMerge.merge(base: base, ours: ours, theirs: theirs))
      #expect(merged.body == "b" && bytes(merged.notebook.path) == bytes("e\u{301}"))
      #expect(merged.tags.map { bytes($0.name) } == [bytes("e\u{301}")])
      #expect(bytes(merged.fileName) == bytes("e\u{301}"))
    }
  }

  @Test func `links follow the files of joined notes in either form`() {
    let (composed, decomposed) = ("\u{FC}.png", "u\u{308}.png")
    let first = Note.sample(1, body: "x") {
      $0.attachments = [.sample(composed, [1]), .sample(decomposed, [2])]
    }
    let second = Note.sample(2, body: "![](\(composed)) ![](\(decomposed))") {
      $0.attachments = [.sample(composed, [3]), .sample(decomposed, [4])]
    }
    let body = NoteJoin(first, with: [second]).note.body
    for name in ["\u{FC}%20%282%29.png", "u\u{308}%20%282%29.png"] {
      #expect(body.contains(bytesOf: "![](\(name))"))
    }
  }

  @Test(arguments: [
    ("title:\"a", "title:\"a"), ("title:\(accent)a b", "title:\"\(accent)a b\""),
    ("title:a b\(prefix)*", "title:\"a b\(prefix)\"*"),
  ])
  func `the words of a query get their quotes back`(word: String, expected: String) {
    #expect(bytes(NoteFilter.text(joining: [word])) == bytes(expected))
  }

  // MARK: - Random texts, compared with rules for bytes

  private static let pieces = [
    "/", "|", "#", ",", "'", "\"", " ", ".", "-", "a", "\u{E9}", "\r\n", "\u{301}", "\u{600}", "\u{1FEF}",
  ]

  private func texts(_ seed: UInt64, _ pieces: [String] = Self.pieces) -> [String] {
    var random = SplitMix64(seed: seed)
    return (0..<3000).map { _ in
      (0..<Int.random(in: 0...7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
  }

  /// Returns the names of the path of a notebook, by bytes; `nil` for no notebook.
  private func names(_ text: String) -> [[UInt8]]? {
    let (slash, spaces) = (UInt8(ascii: "/"), " \r\n".utf8)
    func trimmed(_ bytes: ArraySlice<UInt8>, _ isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
      var rest = bytes.drop(while: isTrimmed)
      while let last = rest.last, isTrimmed(last) { rest.removeLast() }
      return rest
    }
    let path = trimmed(bytes(text)[...]) { $0 == slash }
    guard !path.isEmpty else { return [] }
    let names = path.split(separator: slash, omittingEmptySubsequences: false).map { name in
      Array(trimmed(name) { spaces.contains($0) })
    }
    let isValid = names.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.contains { $0 < 0x20 } }
    return isValid ? names : nil
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `notebooks are those of their bytes`(seed: UInt64) {
    let texts = texts(seed)
    for (text, other) in zip(texts, texts.dropFirst()) {
      let (notebook, expected) = (Notebook(text), names(text))
      #expect(
        notebook.map { bytes($0.path) } == expected.map { Array($0.joined(separator: [UInt8(ascii: "/")])) },
        "seed \(seed): \(text.unicodeScalars.map(\.value))")
      guard let notebook, let expected, let inner = Notebook(text + "/" + other), let names = names(text + "/" + other)
      else { continue }
      #expect(
        notebook.contains(inner) == names.starts(with: expected),
        "seed \(seed): \(inner.path.unicodeScalars.map(\.value))")
      #expect(notebook.covers(inner) == names.starts(with: expected), "seed \(seed): \(inner.path)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `tags are those of their bytes`(seed: UInt64) {
    for text in texts(seed) {
      let name = bytes(text).first == UInt8(ascii: "#") ? Array(bytes(text).dropFirst()) : bytes(text)
      let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let isTag =
        !name.contains { $0 <= 0x20 || [UInt8(ascii: "#"), UInt8(ascii: ",")].contains($0) }
        && !parts.contains(where: \.isEmpty)
      #expect(
        NoteTag(text).map { bytes($0.name) } == (isTag ? name : nil),
        "seed \(seed): \(text.unicodeScalars.map(\.value))")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `aliases in quotes are read as they were`(seed: UInt64) {
    // A line break would end the line, and a number sign behind a quote can be a comment.
    let texts = texts(seed, Self.pieces.filter { $0 != "\r\n" && $0 != "#" }).filter { !$0.isEmpty }
    for (one, other) in zip(texts, texts.dropFirst()) {
      let quoted = "'" + one.replacingBytes(of: "'", with: "''") + "'"
      let escaped = "\"" + other.replacingBytes(of: "\"", with: "\\\"") + "\""
      let note = Note.sample(1) { $0.foreignFrontMatter = "aliases: [\(quoted), \(escaped)]\n" }
      #expect(
        note.aliases.map(bytes) == [bytes(one), bytes(other)],
        "seed \(seed): \((one + "|" + other).unicodeScalars.map(\.value))")
    }
  }
}
