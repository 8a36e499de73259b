import NotesDomain
import Testing

@Suite("Titles, tags and links in a text")
struct MarkdownRuleTests {
  @Test(
    "A title is the first heading, or the first line with text",
    arguments: [
      ("# Bread\n\nFlour.", "Bread"), ("Flour.\n\n## Bread ##\n", "Bread"),
      ("\n\n  Flour and water\nmore", "Flour and water"),
      ("", "Untitled"), ("\n \n\t\n", "Untitled"), ("#tag first\nthen", "#tag first"), ("- item", "item"),
      ("> quote", "quote"),
      ("```\n# no\n```\ntext", "text"), ("```foo``` inline\n# yes", "yes"), ("```\n```js\n# no\n```\ntext", "text"),
      ("~~~\n# no\n~~~~\n# yes", "yes"), ("# \n\ntext", "text"), ("#\ttab", "tab"),
      ("Bread\n=====\n\n## Flour", "Bread"), ("Rye\nbread\n---\nx", "Rye bread"), ("a\n\n===\n# yes", "yes"),
      ("> # no\n\n# yes", "yes"), ("- a\n  # no\n# yes", "yes"), ("- ```\n  # no\n  ```\n# yes", "yes"),
      ("a\n> b\n===\n# yes", "yes"), ("***\n---\n# yes", "yes"), ("x\n- y\n---\n# yes", "yes"),
      ("####### seven", "####### seven"), ("    # indented code", "# indented code"), ("# C#", "C#"),
      ("# a # b #", "a # b"),
      ("<!--\n# no\n\nno\n---\n-->\n# yes", "yes"), ("<!-- x -->\n---\n# yes", "yes"),
      ("a|b\n---|---\n===\n# yes", "yes"),
      ("# a\u{0}b\r\nx", "a b"), ("```\n# never closed", "Untitled"),
    ])
  func title(_ body: String, _ expected: String) {
    #expect(NoteTitle.derived(from: body) == expected.replacing("\t", with: " "))
  }

  @Test(
    "A text begins with a heading or it does not",
    arguments: [
      ("# Bread\nrye", "# Bread"), ("Bread\n===\nrye", "Bread\n==="), ("Rye\nbread\n---", "Rye\nbread\n---"),
      ("foo\n# Bar", nil), ("\n# Bar", nil), ("> # Bar", nil), ("text", nil),
      ("```\ncode\n```\n# Bar", nil), ("<!-- x -->\nBar\n===", nil), ("A\n```\n```\nB\n---\ntext", nil), ("", nil),
      ("# ", nil),
    ] as [(String, String?)])
  func opening(_ body: String, _ expected: String?) {
    #expect(NoteTitle.endOfHeading(openingText: body).map { String(body[..<$0]) } == expected)
  }

  @Test("A long line makes a short title")
  func longTitle() {
    let title = NoteTitle.derived(from: String(repeating: "é", count: 500))
    #expect(title.count == NoteTitle.maximumLength)
    #expect(title.hasSuffix("…"))
    #expect(NoteTitle.derived(from: String(repeating: "a", count: 120)).count == 120)
  }

  @Test("A derived title follows the text, an explicit one stays")
  func following() {
    let time = Timestamp(millisecondsSince1970: 0)
    var note = Note(id: NoteID(high: 0, low: 0), title: "Old", body: "# Old", created: time, modified: time)
    #expect(NoteTitle.updated(for: note, newBody: "# New") == "New")
    note.title = "Mine"
    #expect(NoteTitle.updated(for: note, newBody: "# New") == "Mine")
  }

  @Test(
    "A title is a single line",
    arguments: [
      ("a\nb", "a b"), (" a ", "a"), ("\u{0}", nil), ("", nil), ("\n\t ", nil), ("é", "é"),
    ] as [(String, String?)])
  func cleaned(_ text: String, _ expected: String?) {
    #expect(NoteTitle.cleaned(text) == expected)
  }

  @Test(
    "Tags are in prose, after a space or an opening bracket",
    arguments: [
      ("#a", ["a"]), ("x #a/b-c_1 y", ["a/b-c_1"]), ("(#a) [#b]", ["a", "b"]), ("a#b", []), ("# heading", []),
      ("#1 #12", []),
      ("#1a", ["1a"]), ("#a #b #a", ["a", "b"]), ("`#a` #b", ["b"]), ("```\n#a\n```\n#b", ["b"]),
      ("#a/ #b-", ["a", "b"]),
      ("#é #世界 #🍞", ["é", "世界", "🍞"]), ("#a,#b", ["a", "b"]), ("##a", []), ("#a//b", []), ("http://x/#a", []),
      ("#a.", ["a"]),
      ("#", []), ("", []), ("#-", []), ("\t#a\r\n", []),
      ("x\n\t#a\r\n", ["a"]), ("[[#a]] [[b|#a]] [top](#a) [#b]", ["b"]), ("``#a`` #b", ["b"]), ("a ` #b", ["b"]),
      ("<!-- #a --> #b", ["b"]), ("x <!-- y\n\n#a\n\nb --> c", ["a"]), ("<!-- y\n\n#a\n\nb --> c", []),
      ("x <!-- y\n#a --> #b", ["b"]), ("#👩‍💻 #❤️ #👩", ["👩‍💻", "❤️", "👩"]), ("#می\u{200C}خواهم", ["می\u{200C}خواهم"]),
      ("#a\u{200D} #©", ["a", "©"]), (">#a", ["a"]), ("- ```\n  #no\n  ```\n#a", ["a"]),
      ("- x\n\n      #no\n\n  #a", ["a"]),
      ("<!--\n```\n-->\n#a", ["a"]), ("`x\n#no` #a", ["a"]), ("> x\n>#a", ["a"]), ("[x\n#no](b) #a", ["a"]),
      ("> ```\n> #no\n#a", ["a"]), ("x\n    #a\n\n    #no", ["a"]), ("-     #no\n- #a", ["a"]),
    ])
  func inlineTags(_ body: String, _ expected: [String]) {
    #expect(InlineTags.find(in: body).map(\.name) == expected)
  }

  @Test(
    "A renamed tag is in the text, or set where it cannot be", arguments: 1...4 as ClosedRange<UInt64>)
  func renamedTags(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let parts = ["#a", "#a/b", "#c", " ", "`", "[", "]", "(", ")", "\n", "x", "-", ","]
    for new in ["d", "c++", "1", "c", "d/e"] {
      let renaming = TagRenaming(from: try #require(Tag("a")), to: try #require(Tag(new)))
      for _ in 0..<300 {
        let body = (0..<8).map { _ in parts[Int(random.next() % UInt64(parts.count))] }.joined()
        let time = Timestamp(millisecondsSince1970: 0)
        let before = Note(id: NoteID(high: 0, low: 0), title: "t", body: body, created: time, modified: time)
        var after = before
        renaming.apply(to: &after)
        let wanted = Set(before.inlineTags.map { renaming.renamed($0) ?? $0 })
        if after.body == body {
          #expect(wanted.isSubset(of: Set(after.tags + after.inlineTags)), "seed \(seed): \(body)")
        } else {
          #expect(Set(after.inlineTags) == wanted && after.tags.isEmpty, "seed \(seed): \(body)")
        }
      }
    }
  }

  @Test("A tag that cannot be in a text is set, and the text stays")
  func unwritableTag() throws {
    let time = Timestamp(millisecondsSince1970: 0)
    var note = Note(id: NoteID(high: 0, low: 0), title: "t", body: "#c", created: time, modified: time)
    TagRenaming(from: try #require(Tag("c")), to: try #require(Tag("c++"))).apply(to: &note)
    #expect(note.body == "#c" && note.tags.map(\.name) == ["c++"])
  }

  @Test(
    "Links have a target, a heading and a label",
    arguments: [
      ("[[Bread]]", "Bread", nil, nil), ("[[Bread#Rye]]", "Bread", "Rye", nil),
      ("[[Bread|the loaf]]", "Bread", nil, "the loaf"),
      ("[[ Bread # Rye | it ]]", "Bread", "Rye", "it"), ("[[#Rye]]", "", "Rye", nil), ("![[Bread]]", "Bread", nil, nil),
      ("[[a]", nil, nil, nil), ("[[]]", nil, nil, nil), ("[[|x]]", nil, nil, nil), ("`[[a]]`", nil, nil, nil),
      ("[a](b)", nil, nil, nil),
      ("[[a\nb]]", nil, nil, nil), ("[[#]]", nil, nil, nil), ("[[[Bread]]]", "Bread", nil, nil),
    ] as [(String, String?, String?, String?)])
  func links(_ body: String, _ target: String?, _ heading: String?, _ label: String?) {
    let link = NoteLink.occurrences(in: body).map(\.link).first
    #expect(link?.target == target)
    #expect(link?.heading == heading)
    #expect(link?.label == label)
  }

  @Test("Links are in order, without those in code")
  func manyLinks() {
    let body = "[[b]] and [[a]]\n[[b]]\n```\n[[c]]\n```\n[[a|x]]"
    #expect(NoteLink.occurrences(in: body).map(\.link.target) == ["b", "a", "b", "a"])
  }

  @Test("Any text is parsed without a crash", arguments: 1...4 as ClosedRange<UInt64>)
  func anyText(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let body = random.text(maximumLength: 30)
      let title = NoteTitle.derived(from: body)
      #expect(!title.isEmpty && title.count <= NoteTitle.maximumLength, "seed \(seed): \(body)")
      #expect(NoteTitle.cleaned(title) == title, "seed \(seed): \(body)")
      for tag in InlineTags.find(in: body) { #expect(body.contains("#" + tag.name), "seed \(seed): \(body)") }
      for link in NoteLink.occurrences(in: body).map(\.link) {
        #expect(!link.target.isEmpty || link.heading != nil, "seed \(seed): \(body)")
      }
    }
  }

  @Test(
    "A long text is parsed in linear time", .timeLimit(.minutes(5)),
    arguments: [
      ("#", ""), ("[[", ""), ("`", ""), ("#a ", ""), ("a", ""), ("\n", ""), ("[x](", ""), ("[x](<", ""), ("[x](", ")"),
      ("[x](a ", ")"), ("<!--", ""), ("x <!-- ", ""), ("x <!--\n", "\n\n-->"), (">", "\n#"), ("- ", "\n\n\n#"),
      ("> - ", ""), ("- ", "x"), ("=\n", ""), ("[x\n", ""), ("> [x\n", ""), ("[[a|\n", ""), ("[x](\n", ")"),
      ("|-\n", ""),
      ("`\n``\n", ""), ("[x](a \"\n", ")"), ("[x](a (\n", ")"), ("> <!--\n\n", "-->"), ("<!-->\n", ""), ("[a\n]: ", ""),
      ("growing runs of backticks", ""),
    ])
  func longText(_ piece: String, _ end: String) {
    let runs = (1...600).map { String(repeating: "`", count: $0) }.joined(separator: "[")
    let body = piece.count > 6 ? runs : String(repeating: piece, count: 200_000 / piece.utf8.count) + end
    _ = NoteTitle.derived(from: body)
    #expect(InlineTags.find(in: body).count <= 1)
    #expect(NoteLink.occurrences(in: body).map(\.link).isEmpty)
  }

  @Test("Images nest to a depth of a hundred, so that a long text is parsed in linear time", .timeLimit(.minutes(5)))
  func nestedImages() {
    // Given
    let count = 100_000
    let body = String(repeating: "![", count: count) + String(repeating: "](a.md)", count: count) + " #t"
    // When
    let labels = NoteLink.occurrences(in: body).map { $0.link.label?.utf8.count ?? 0 }
    // Then
    #expect(labels == (0..<100).map { 9 * $0 })
    #expect(InlineTags.find(in: body).map(\.name) == ["t"])
  }

  @Test("A link in brackets of any depth counts, and none around it", arguments: [1, 99, 100, 101, 1000])
  func nestedLinks(_ depth: Int) {
    let (opening, closing) = (String(repeating: "[", count: depth), String(repeating: "](b.md)", count: depth))
    #expect(NoteLink.occurrences(in: opening + "a [x](a.md)" + closing).map(\.link.target) == ["a"])
  }

  @Test(
    "A title becomes a file name that every file system accepts",
    arguments: [
      ("Bread", "Bread"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"), ("..", "Untitled"), (".hidden", "hidden"),
      ("", "Untitled"),
      ("end. ", "end"), (" a ", "a"), ("a\u{0}b\nc", "a-b-c"), ("世界🍞", "世界🍞"), ("...a...", "a"),
    ])
  func fileName(_ title: String, _ expected: String) {
    #expect(MarkdownFileName.stem(for: title) == expected)
  }

  @Test(arguments: [
    ("Kitchen/Rye.md", "Rye"), ("a.b/Rye", "Rye"), ("a/b.c.markdown", "b.c"), ("Rye", "Rye"), (".md", ""), ("", ""),
  ])
  func `the stem of a path has neither folders nor an ending`(path: String, stem: String) {
    #expect(MarkdownFileName.stem(ofPath: path) == stem)
  }

  @Test(arguments: [
    ("Tea 2", true), ("Tea 10", true), ("Tea", false), ("Tea ", false), ("Tea2", false), ("Tea two", false),
    ("tea 2", false), ("Green Tea 2", false),
  ])
  func `a name with a number is numbered`(stem: String, isNumbered: Bool) {
    #expect(MarkdownFileName.isNumbered(stem, of: "Tea") == isNumbered)
  }

  @Test("A file name has a maximum length, and is not cut within a Unicode scalar")
  func longFileName() {
    let name = MarkdownFileName.stem(for: String(repeating: "世", count: 500))
    #expect(name.utf8.count == 180)
    #expect(name.allSatisfy { $0 == "世" })
  }

  @Test(arguments: [(80, true), (81, false)])
  func `the name of a file is kept as long as a number and an ending fit behind it`(count: Int, isKept: Bool) {
    #expect(MarkdownFileName.isStem(String(repeating: "世", count: count)) == isKept)
  }
}

@Suite struct ContentDigestTests {
  private static let note = Note(
    id: NoteID(high: 1, low: 1), title: "Bread", body: "rye", tags: ["a", "b"].compactMap { NoteTag($0) },
    notebook: Notebook("Kitchen") ?? .root, created: Timestamp(millisecondsSince1970: 1),
    modified: Timestamp(millisecondsSince1970: 2))

  @Test func `a fingerprint changes with everything that an import replaces`() {
    let changes: [@Sendable (inout Note) -> Void] = [
      { $0.body = "Rye" }, { $0.title = "Brea" }, { $0.tags.removeLast() }, { $0.tags.reverse() },
      { $0.notebook = .root }, { $0.foreignFrontMatter = "x: 1\n" }, { $0.attachments = Self.file("a.txt", 3) },
      { $0.attachments = Self.file("a.txt", 4) }, { $0.attachments = Self.file("b.txt", 3) },
      { ($0.title, $0.body) = ("read", "ryeB") },
    ]
    var digests = Set([ContentDigest(of: Self.note)])
    for change in changes {
      var changed = Self.note
      change(&changed)
      digests.insert(ContentDigest(of: changed))
    }
    #expect(digests.count == changes.count + 1)
  }

  private static func file(_ name: String, _ byte: UInt8) -> [NotesDomain.Attachment] {
    BlobDigest(bytes: Array(repeating: byte, count: BlobDigest.count))
      .flatMap { NotesDomain.Attachment(name: name, digest: $0, size: 1) }.map { [$0] } ?? []
  }

  @Test func `a fingerprint does not depend on times, the pin, the archive and the trash`() {
    var changed = Self.note
    changed.modified.millisecondsSince1970 += 1
    changed.created.millisecondsSince1970 += 1
    changed.trashed = changed.modified
    (changed.isPinned, changed.isArchived) = (true, true)
    #expect(ContentDigest(of: changed) == ContentDigest(of: Self.note))
  }
}
