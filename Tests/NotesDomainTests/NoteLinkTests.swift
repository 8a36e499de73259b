import NotesDomain
import NotesTestSupport
import Testing

@Suite struct NoteLinkTests {
  @Test(arguments: [
    ("[[Rye]]", ["Rye"]), ("![[Rye]] [[a|b]] [[c#d]] [[#e]]", ["Rye", "a", "c", ""]), ("| [[a\\|b]] |", ["a"]),
    ("[x](Rye.md) [y](../K/Rye%20bread.md#top) [z](<a b.md>)", ["Rye", "K/Rye bread", "a b"]),
    ("[x](https://a/b.md) [y](/abs.md) [z](pic.png) ![i](a.md \"t\")", ["a"]),
    ("[m](mailto:ana@firma.md) [n](web+x:b.md) [o](a-1:b.md) [p](:b.md) [q](1:b.md)", [":b", "1:b"]),
    ("![[pic.png]] [[doc.PDF]] [[v1.2]]", ["v1.2"]),
    ("`[[a]]` [[b]]\n```\n[[c]]\n```\n", ["b"]), ("[[[a]]] [[]] [[ ]] [ [b]] [[c]", ["a"]), ("[[a.md]]", ["a"]),
  ])
  func `links of both kinds are found outside of code, without attachments`(body: String, targets: [String]) {
    #expect(NoteLink.occurrences(in: body).map(\.link.target) == targets)
  }

  @Test func `the targets of a text are known by name, as first written`() throws {
    let targets = NoteLink.targets(in: "[[Rye]] [[rye|x]] [a](Kitchen/Tea.md#b) [[#heading]] `[[Code]]`")
    #expect(targets == [try #require(NoteName("rye")): "Rye", try #require(NoteName("kitchen/tea")): "Kitchen/Tea"])
  }

  @Test func `targets are replaced in both kinds of links, and all else stays`() {
    let body = "a [[Rye]] ![[rye#x|y]] [t](Rye.md#z) [u](K/Rye.md) `[[Rye]]` [[Other]]\r\n"
    let replaced = NoteLink.replacingTargets(in: body) { link in
      link.link.name == NoteName("rye") ? "Wheat (new)" : nil
    }
    #expect(
      replaced
        == "a [[Wheat (new)]] ![[Wheat (new)#x|y]] [t](Wheat%20%28new%29.md#z) [u](K/Rye.md) `[[Rye]]` [[Other]]\r\n")
  }

  @Test(
    "Replacing no target changes no byte, and replaced links are found again", arguments: 1...4 as ClosedRange<UInt64>)
  func anyText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = [
      "[[", "]]", "[", "](", ")", "a", "é", "|", "#", "`", "\n", ".md", "!", "\\", "%2", "<", " ", "\"", "> ", "-->",
    ]
    for _ in 0..<2000 {
      let body = (0..<12).map { _ in parts[Int(random.next() % UInt64(parts.count))] }.joined()
      #expect(NoteLink.replacingTargets(in: body) { _ in nil }.utf8.elementsEqual(body.utf8), "seed \(seed): \(body)")
      let count = NoteLink.occurrences(in: body).count { $0.link.name != nil }
      let replaced = NoteLink.replacingTargets(in: body) { $0.link.name == nil ? nil : "New" }
      let found = NoteLink.occurrences(in: replaced).count { $0.link.name == NoteName("new") }
      #expect(found == count, "seed \(seed): \(body) -> \(replaced)")
    }
  }

  @Test(arguments: [
    ("``[[Rye]]`` [[a]]", ["a"]), ("    [[Rye]]\n", []), ("- x\n    [[a]]\n", ["a"]), ("x\n    [[a]]\n", ["a"]),
    ("> ```\n> [[Rye]]\n> ```\n[[a]]", ["a"]), ("> ```\n> [[Rye]]\n[[a]]", ["a"]),
    ("\\[[Rye]] \\[x](Rye.md) \\\\[[a]]", ["a"]), ("<!-- [[Rye]]\n[[Rye]] --> [[a]]", ["a"]),
    ("<!-- [[a]]", ["a"]), ("a ` tick [[a]]", ["a"]), ("`` ` [[Rye]] `` [[a]]", ["a"]),
    ("[a [b] c](Rye.md)", ["Rye"]), ("[![i](a.png)](Rye.md)", ["Rye"]),
    ("[1]: Rye.md\n[2]: <K/a b.md> \"t\"", ["Rye", "K/a b"]),
    ("[^1]: Rye.md", []), ("[x](Rye_(a).md)", ["Rye_(a)"]), ("[x](Rye\\_a.md)", ["Rye_a"]),
    ("[a [b](c.md) d](e.md)", ["c"]),
    ("```foo``` inline\n[[a]]", ["a"]), ("```\n[[Rye]]\n```js\n[[Rye]]\n```\n[[a]]", ["a"]),
  ])
  func `code, comments and escaped signs have no links, and brackets are balanced`(body: String, targets: [String]) {
    #expect(NoteLink.occurrences(in: body).map(\.link.target) == targets)
  }

  @Test(arguments: [
    ("See [the\nrye](Rye.md).", ["Rye"]), ("> [the\n> rye](Rye.md)", ["Rye"]), ("- [the\r\n  rye](Rye.md)", ["Rye"]),
    ("> [the\nrye](Rye.md)", ["Rye"]), ("[[Rye|the\nbread]]", ["Rye"]), ("[[the\nRye]]", []),
    ("[x](\nRye.md\n\"a\nb\"\n)", ["Rye"]), ("[x](<Rye\n.md>)", []), ("[x](Rye.md and more)", []),
    ("[the\n\nrye](Rye.md)", []), ("[the\n- rye](Rye.md)", []), ("[the\n# rye](Rye.md)", []),
    ("[the\n```\nrye](Rye.md)\n```", []), ("# [the\nrye](Rye.md)", []), ("[the\n***\nrye](Rye.md)", []),
    ("| [the |\n|---|\n| rye](Rye.md) |", []), ("[the\n|---|\nrye](Rye.md)", []),
    ("[the\nrye]:\n  Rye.md\n  \"t\"\n[2]: a.md x", ["Rye"]), ("> [1]: Rye.md\n> [2]: a.md", ["Rye", "a"]),
    ("x\n[1]: Rye.md", []),
  ])
  func `the label of a link, and what is behind its destination, go over the ends of lines of one paragraph`(
    body: String, targets: [String]
  ) {
    #expect(NoteLink.occurrences(in: body).map(\.link.target) == targets)
  }

  @Test(arguments: ["[the\nrye](Rye.md)", "> [the\r\n>   rye](Rye.md)", "[[Rye|the \n rye]]"])
  func `a label of several lines is one line`(body: String) {
    #expect(NoteLink.occurrences(in: body).map(\.link.label) == ["the rye"])
  }

  @Test(arguments: [
    ("`code\n[[Rye]] x` [[a]]", ["a"]), ("> `code\n> [[Rye]]` [[a]]", ["a"]), ("`code\n\n[[a]] x`", ["a"]),
    ("| ` |\n|---|\n| [[a]] ` |", ["a"]), ("` |\n---|---\n[[a]] ` |", ["a"]), ("`\n- [[a]] `", ["a"]),
  ])
  func `code goes over the ends of lines of one paragraph`(body: String, targets: [String]) {
    #expect(NoteLink.occurrences(in: body).map(\.link.target) == targets)
  }

  @Test(arguments: [
    ("<!--\n```\n-->\n[[a]]", ["a"]), ("<!--\n# x\n    [[Rye]]\n- y\n-->\n[[a]]", ["a"]),
    ("x\n<!--\n~~~\n\n[[Rye]] --> [[a]]\n[[b]]", ["a", "b"]), ("> <!--\n> ```\n\n[[a]] -->", ["a"]),
    ("- <!--\n  ```\n  -->\n  [[a]]", ["a"]), ("<!--> [[a]] -->", ["a"]), ("<!--\n```\n[[Rye]]\n```\n[[a]]", ["a"]),
    ("```\n<!--\n```\n[[a]] -->", ["a"]), ("x <!--\n```\n[[Rye]]\n```\n--> [[a]]", ["a"]),
  ])
  func `no block begins in a comment, and no comment in code`(body: String, targets: [String]) {
    #expect(NoteLink.occurrences(in: body).map(\.link.target) == targets)
  }

  @Test(arguments: [
    ("[[T]]", 8192), ("![[T]]", 8192), ("[[T#h|label]]", 8184), ("[t](T.md)", 2045), ("[t](<T.md#h>)", 2043),
  ])
  func `a target replaces another one in a link that stays short enough to be one`(body: String, limit: Int) {
    // Given
    let longest = String(repeating: "a", count: limit)
    // When
    let replaced = NoteLink.replacingTargets(in: body) { _ in longest }
    let tooLong = NoteLink.replacingTargets(in: body) { _ in longest + "a" }
    // Then
    #expect(NoteLink.occurrences(in: replaced).map(\.link.target) == [longest])
    #expect(tooLong == body)
  }

  @Test(arguments: [
    (".md", ".md"), ("K/.md", "k/.md"), ("/.md", ".md"), ("K/ .MD", "k/ .md"), ("K/.md.md", "k/.md"), ("K/a.md", "k/a"),
  ])
  func `a name that is nothing but the ending of Markdown is kept, also behind folders`(text: String, key: String) {
    #expect(NoteName(text)?.key == key)
  }

  @Test(
    "The signs of a link part it, also with an accent", arguments: 1...4 as ClosedRange<UInt64>)
  func anyContent(seed: UInt64) {
    func visible(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.filter { $0 > 0x20 } }
    func split<Bytes: Collection<UInt8>>(_ bytes: Bytes, at sign: Unicode.Scalar) -> [Bytes.SubSequence] {
      bytes.split(separator: UInt8(ascii: sign), maxSplits: 1, omittingEmptySubsequences: false)
    }
    var random = SplitMix64(seed: seed)
    // The last two make one `Character` with the sign that follows, and with that before.
    let parts = ["|", "#", "\\", "a", "é", " ", "\r", "\u{600}", "\u{301}"]
    for _ in 0..<2000 {
      let content = (0..<8).map { _ in parts[Int(random.next() % UInt64(parts.count))] }.joined()
      guard let link = NoteLink(wiki: content) else { continue }
      let halves = split(Array(content.utf8), at: "|")
      let path = halves.count > 1 && halves[0].last == UInt8(ascii: "\\") ? halves[0].dropLast() : halves[0]
      let places = split(path, at: "#")
      #expect(visible(link.target.utf8) == visible(places[0]), "seed \(seed): \(content)")
      #expect(
        link.heading.map { visible($0.utf8) } == places.dropFirst().first.map { visible($0) },
        "seed \(seed): \(content)")
      #expect(
        link.label.map { visible($0.utf8) } == halves.dropFirst().first.map { visible($0) },
        "seed \(seed): \(content)")
    }
  }

  @Test func `spaces around a target stay when it is replaced, and the steps before it are known`() {
    let body = "[[ Rye # x | y ]] [x](../Rye.md)"
    #expect(NoteLink.occurrences(in: body).map(\.steps) == ["", "../"])
    #expect(NoteLink.replacingTargets(in: body) { $0.steps + "New" } == "[[ New # x | y ]] [x](../New.md)")
  }

  @Test(
    "A link that gets the title of a note leads to it, whatever the title", arguments: 1...4 as ClosedRange<UInt64>)
  func anyTitle(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = [
      "a", "É", " ", "./", "../", "/", "`", ".pdf", ".md", "]", "[", "://", "|", "#", "^", "\\", "<!--", "-->", "%20",
      "\"", "(",
      ")", "<", ">", "!", ":", "\n",
    ]
    for _ in 0..<2000 {
      let title = (0..<Int.random(in: 1...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      guard let title = NoteTitle.cleaned(title) else { continue }
      let note = Note.sample(1, title: title, notebook: "K")
      let folder = Bool.random(using: &random) ? "K/" : ""
      let replaced = NoteLink.replacingTargets(in: "x [[Old]] [[Old|z]] [[Old#z]] [t](Old.md) [t](<Old.md>)\n") { _ in
        folder + NoteTitle.inLinks(title)
      }
      let names = NoteLink.occurrences(in: replaced).map(\.link.name)
      #expect(names.count == 5, "seed \(seed): \(title) -> \(replaced)")
      #expect(names.allSatisfy { $0.map(note.hasName) == true }, "seed \(seed): \(title) -> \(replaced)")
    }
  }

  @Test func `a name that is linked in several spellings is listed once, as it is written first`() {
    #expect(NoteLink.distinctTargets(in: "[[top]] [[Top]] [[Tea]] [x](TOP.md)") == ["top", "Tea"])
  }

  @Test(arguments: [
    ("scan.pdf", "scan.pdf.md"), ("./configure", ".-configure"), ("../x", "..-x"), ("a `b`", "a 'b'"),
    ("https://example.org/x", "https:--example.org-x"), ("/", "-"), ("TCP/IP", "TCP-IP"), ("a\\b", "a-b"),
    ("<!-- x", "(!-- x"), ("a[b", "a(b"), ("a]b", "a)b"), ("a|b", "a-b"), ("a#b", "a-b"), ("a^b", "a-b"),
    ("a`b", "a'b"),
    ("a<b", "a<b"),
  ])
  func `a title in links has no characters that mean something there`(title: String, target: String) {
    #expect(NoteTitle.inLinks(title) == target)
  }

  /// A title of ASCII needs none of the Unicode rules, so it takes a shorter way.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a title of ASCII has the names that it has with a letter of another script behind it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let signs = Array("aB3 .-_/\\:*?\"<>|[]#^`!(){}~'mMdD\t")
    for _ in 0..<500 {
      let middle = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in signs.randomElement(using: &random) }
      let title = "a" + String(middle) + "z"
      for names in [{ NoteTitle.inLinks($0) }, MarkdownFileName.stem(for:), { NoteTitle.cleaned($0) ?? "" }] {
        #expect(names(title + "茶") == names(title) + "茶", "seed \(seed): \(title)")
      }
      #expect(NoteName(title + "茶")?.key == NoteName(title).map { $0.key + "茶" }, "seed \(seed): \(title)")
    }
  }

  @Test(arguments: ["Tea.md", "tea.MD", " tea.md ", "tea.Md.mD", "tea", "/Tea.md"])
  func `an ending of Markdown in any case is not part of a name`(text: String) {
    #expect(NoteName(text)?.key == "tea")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a notebook of any depth has few ends that links can name`() {
    let path = String(repeating: "a/", count: 100_000) + "b"
    let note = Note.sample(1, title: "Tea", notebook: path)
    #expect(note.namesWithPaths.count == 34)
    #expect(note.namesWithPaths.contains { $0.key == "a/b/tea" })
    #expect(note.namesWithPaths.contains { $0.key == path + "/tea" })
  }

  @Test func `the names of a note are its title, its title in links, its file and its aliases`() {
    let note = Note.sample(1, title: "What [is]: this?", notebook: "A/B") {
      $0.foreignFrontMatter = "x: 1\naliases:\n  - One\n  - 'two, three'\nalias: four\n"
    }
    #expect(
      note.names.map(\.key) == [
        "what [is]: this?", "what (is): this?", "what [is]- this-", "one", "two, three", "four",
      ])
    #expect(note.namesWithPaths.contains { $0.key == "a/b/one" } && note.namesWithPaths.contains { $0.key == "b/one" })
    #expect(!note.namesWithPaths.contains { $0.key == "a/one" })
  }

  @Test(arguments: [
    ("aliases: [a, \"b c\"]\n", ["a", "b c"]), ("aliases: a\n", ["a"]),
    ("aliases:\n- a\n- b\ntags: [c]\n", ["a", "b"]),
    ("aliases: [\"a, b\", 'c]', d]\n", ["a, b", "c]", "d"]), ("aliases: [it's, b]\n", ["it's", "b"]),
    ("aliases: ['it''s, me', \"q\\\"q, ]\", b]\n", ["it's, me", "q\"q, ]", "b"]),
    (#"aliases: ["caf\u00e9", "t\tb", "b\\s", "U\x41", "\q"]"# + "\n", ["café", "t b", "b\\s", "ua", "\\q"]),
    (#"aliases: ["C:\users and more", "\ud83d\ude00"]"# + "\n", [#"c:\users and more"#, #"\ud83d\ude00"#]),
    ("alias: 'it''s me'\n", ["it's me"]),
    ("x: 1\r\naliases:\r\n  - a\r\n  - b\r\ny: 2\r\n", ["a", "b"]),
    ("aliases: [a,\n  b, # c\n  d]\n", ["a", "b", "d"]),
    ("\"aliases\": [a]\n", ["a"]), ("aliases : a # one\n", ["a"]),
    ("aliases:\n\n  # two\n  - a # x\n\n  - b#c\n", ["a", "b#c"]),
    ("  aliases: [a]\n  x: 1\n", ["a"]), ("x:\n  aliases: [a]\n", []), ("aliases: \"a # b\"\n", ["a # b"]),
    ("aliases:x\n", []),
    ("aliases: []\n", []), ("aliases: null\n", []), ("my-alias: a\n", []),
  ])
  func `aliases are read in each form of a list`(frontMatter: String, aliases: [String]) {
    let note = Note.sample(1, title: "t") { $0.foreignFrontMatter = frontMatter }
    #expect(note.names.dropFirst().map(\.key) == aliases)
  }

  @Test(arguments: [
    ("alias: 'it''s # me' # x\n", ["it's # me"]), ("aliases: ['it''s # a', b] # x\n", ["it's # a", "b"]),
    ("aliases:\n  - 'a''b # c' # d\n  - '''e # f'''\n", ["a'b # c", "'e # f'"]),
    ("aliases: [it''s, '', b]\n", ["it''s", "b"]), ("alias: rock 'n roll # x\n", ["rock 'n roll"]),
    ("aliases:\n  - |\n    Two words\n  - >-\n    One\n    two\n  - b\n", ["two words", "one two", "b"]),
    ("aliases:\n- |2- # x\n    'a' # b\n\n- c\n", ["'a' # b", "c"]), ("aliases:\n  -\n    a\n  - b\n", ["a", "b"]),
    ("alias: >\n  One # two\n\n  three\nx: 1\n", ["one # two three"]), ("alias: |x\n  a\n", []),
    ("aliases:\n  - 'one\n    # two'\n  - a\n    b # x\n", ["one # two", "a b"]),
    ("aliases: ['one\n  # two', b]\n", ["one # two", "b"]),
    ("aliases:\n  - 'one\n  - [c]\n  - {d: e}\n  - f\nx: 1\n", ["f"]), ("alias: {a: b}\n", []),
  ])
  func `aliases are read in quotes, in blocks of text and on several lines, and other forms are none`(
    frontMatter: String, aliases: [String]
  ) {
    let note = Note.sample(1, title: "t") { $0.foreignFrontMatter = frontMatter }
    #expect(note.names.dropFirst().map(\.key) == aliases)
  }
}
