import NotesDomain
import Testing

@Suite("Tags and notebooks")
struct TagTests {
  @Test(
    "A tag is parsed with or without its sign",
    arguments: [
      ("recipe", "recipe"), ("#recipe", "recipe"), ("garden/tomatoes", "garden/tomatoes"), ("Über-Tag_1", "Über-Tag_1"),
      ("世界", "世界"), ("🍞", "🍞"), ("a.b", "a.b"), ("#é", "é"),
    ])
  func read(_ text: String, _ name: String) {
    #expect(NoteTag(text)?.name == name)
  }

  @Test(
    "An invalid tag is not parsed",
    arguments: [
      "", "#", "##a", "a b", "a,b", "a#b", "/a", "a/", "a//b", "/", "a\tb", "a\u{0}", "a\u{A0}b", " a", "#/a",
    ])
  func refused(_ text: String) {
    #expect(NoteTag(text) == nil)
  }

  @Test(
    "A tag in a text begins with no mark, and is not of digits alone, as a keycap",
    arguments: [
      ("#️⃣ hello", []), ("We are #1️⃣!", []), ("#\u{301}", []), ("#12", []), ("#1-2", ["1-2"]), ("#❤️", ["❤️"]),
      ("#e\u{301}", ["e\u{301}"]), ("#1a", ["1a"]),
    ])
  func inline(_ text: String, _ names: [String]) {
    #expect(InlineTags.find(in: text).map(\.name) == names)
  }

  @Test(
    "A tag covers itself and what is nested in it, in any case",
    arguments: [
      ("garden", "garden", true), ("garden", "Garden/Tomatoes", true), ("Über", "über/x", true),
      ("garden", "gardening", false),
      ("garden/a", "garden", false), ("a", "b/a", false),
    ])
  func covers(_ left: String, _ right: String, _ expected: Bool) throws {
    let (left, right) = (try #require(NoteTag(left)), try #require(NoteTag(right)))
    #expect(left.covers(right) == expected)
  }

  @Test(
    "A notebook is parsed without irrelevant slashes and spaces",
    arguments: [
      ("", ""), ("/", ""), ("Kitchen", "Kitchen"), ("/Kitchen/Bread/", "Kitchen/Bread"),
      (" Kitchen / Bread ", "Kitchen/Bread"),
      ("Käse & Brot", "Käse & Brot"), ("a.b", "a.b"),
    ])
  func notebook(_ text: String, _ path: String) {
    #expect(Notebook(text)?.path == path)
  }

  @Test(
    "An invalid notebook is not parsed",
    arguments: [
      "a//b", ".", "..", ".hidden", "a/.b", String(repeating: "é", count: 128), "a/../b", "a/./b", "a\u{0}b", "a/ /b",
      "a\nb",
    ])
  func noNotebook(_ text: String) {
    #expect(Notebook(text) == nil)
  }

  @Test(
    "A notebook contains itself and the notebooks nested in it",
    arguments: [
      ("", "Kitchen", true), ("Kitchen", "Kitchen", true), ("Kitchen", "Kitchen/Bread", true),
      ("Kitchen", "Kitchens", false),
      ("Kitchen/Bread", "Kitchen", false), ("Kitchen", "kitchen", false), ("Kitchen", "", false),
    ])
  func contains(_ outer: String, _ inner: String, _ expected: Bool) throws {
    let (outer, inner) = (try #require(Notebook(outer)), try #require(Notebook(inner)))
    #expect(outer.contains(inner) == expected)
  }

  @Test(
    "A query for a notebook covers it and the notebooks inside it, without case",
    arguments: [
      ("", "Kitchen", true), ("Kitchen", "Kitchen", true), ("Kitchen", "Kitchen/Bread", true),
      ("Kitchen", "Kitchens", false),
      ("Kitchen/Bread", "Kitchen", false), ("Kitchen", "kitchen", true), ("küche", "KÜCHE/Brot", true),
      ("Kitchen", "", false),
    ])
  func coversNotebook(_ outer: String, _ inner: String, _ expected: Bool) throws {
    let (outer, inner) = (try #require(Notebook(outer)), try #require(Notebook(inner)))
    #expect(outer.covers(inner) == expected)
  }

  @Test("The names of a notebook go from outer to inner")
  func names() {
    #expect(Notebook("Kitchen/Bread")?.names == ["Kitchen", "Bread"])
    #expect(Notebook.root.names == [])
  }

  @Test("The fast path of parsing tags and notebooks agrees with the slow one", arguments: 1...4 as ClosedRange<UInt64>)
  func shortWay(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "B", "9", "-", "_", "/", ".", " ", "é", "#"]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      // A non-ASCII letter at the end takes the slow path, and changes nothing else.
      let isTag = NoteTag(text + "é") != nil
      if let last = text.last, last.isLetter {
        #expect((NoteTag(text) != nil) == isTag, "seed \(seed): \(text)")
      }
      if let notebook = Notebook(text) { #expect(Notebook(notebook.path) == notebook, "seed \(seed): \(text)") }
    }
  }
}
