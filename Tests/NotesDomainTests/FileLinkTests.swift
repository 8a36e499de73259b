import NotesDomain
import Testing

@Suite("Links to files") struct FileLinkTests {
  @Test func `links to files are found in prose, and not those to notes, pages and code`() {
    let links = FileLink.find(
      in: """
        ![[photo.jpg|300]] and ![plan](images/the%20plan.pdf "The plan"), [[../a b.png#page=2]] [[x\\|y]]
        [note](Bread.md) [web](https://example.org/a.png) `![[code.png]]` [mail](mailto:a@b)
        ```
        ![[fenced.png]]
        ```
        ![](<with space.png>)
        """)
    #expect(links.map(\.path) == ["photo.jpg", "images/the plan.pdf", "../a b.png", "x", "with space.png"])
    #expect(links.map(\.isWiki) == [true, false, true, true, false])
  }

  @Test func `links to files go over the ends of lines`() {
    let links = FileLink.find(in: "See [the long\nplan](plan.pdf), ![a\nb](pic.png) and\n[ok]( ok.pdf\n'the one' ).")
    #expect(links.map(\.path) == ["plan.pdf", "pic.png", "ok.pdf"])
  }

  @Test func `a file is renamed in a link that stays short enough to be one`() {
    let body = "[a](\(String(repeating: "a/", count: 1000))x.png) [b](x.png)"
    let name = String(repeating: "é", count: 30) + ".png"
    #expect(FileLink.renaming(in: body) { _ in name } == body.replacing("(x.png)", with: "(\(name))"))
  }

  @Test(
    arguments: [
      ("![](pic.png)", "Kitchen/pic.png"), ("![](../pic.png)", "pic.png"), ("![[pic.png]]", "pic.png"),
      ("![[assets/deep.png]]", "assets/deep.png"), ("![[deep.png]]", "assets/deep.png"),
      ("![](Deep.PNG)", "assets/deep.png"),
      ("![[only.png]]", "Kitchen/only.png"), ("![[none.png]]", nil), ("![](../../pic.png)", "Kitchen/pic.png"),
    ] as [(String, String?)])
  func `a link leads to the file beside the note, from the top, or of that name`(text: String, path: String?) throws {
    let files = LinkedFiles(["pic.png", "Kitchen/pic.png", "assets/deep.png", "Kitchen/only.png", "x/only.png"])
    let link = try #require(FileLink.find(in: text).first)
    #expect(files.file(of: link, in: "Kitchen/Bread.md")?.path == path)
  }

  @Test(arguments: ["\u{FC}.png", "u\u{308}.png"])
  func `a link leads to the file of the same bytes, or to the only one that reads the same`(name: String) throws {
    let forms = ["\u{FC}.png", "u\u{308}.png"]
    let link = try #require(FileLink.find(in: "![](\(name))").first)
    #expect(LinkedFiles(forms).file(of: link, in: "A.md")?.path.hasSameBytes(as: name) == true)
    for form in forms {
      #expect(LinkedFiles([form]).file(of: link, in: "A.md")?.path.hasSameBytes(as: form) == true)
    }
  }

  @Test(
    arguments: [
      (["Plan.PDF"], "See ![[plan.pdf]].", 1), (["plan.pdf"], "[p](<Plan.PdF#2>)", 1),
      (["plan.pdf"], "[p](plan%2Epdf)", 1), (["plan.pdf"], "[p](plan.%70df)", 1),
      (["plan.pdf"], "[p](plan\\.pdf)", 1), (["LICENSE"], "[l](LICENSE)", 1), (["a.c++"], "[c](a.c++)", 1),
      (["b.pdf", "Übung.übung"], "[[Übung.übung]]", 1), (["dir.d/plan"], "[[plan]]", 1),
      (["plan.pdf"], "Buy milk. [[Bread]] v1.pdfs", 0), ([], "![[plan.pdf]] 100%", 0),
    ] as [([String], String, Int)])
  func `links to files of a folder are found, whatever their ending`(paths: [String], text: String, count: Int) {
    let files = LinkedFiles(paths)
    #expect(files.links(in: text).filter { files.file(of: $0, in: "Note.md") != nil }.count == count)
  }

  @Test func `a text without the ending of a file of the folder is not searched for links`() {
    #expect(
      LinkedFiles(["a.png", "b.JPG"]).links(in: "[[Bread]] at 7.30 p.m. ![[plan.pdf]] [B](Old%20bread.md)").isEmpty)
    #expect(LinkedFiles(["a.png", "LICENSE"]).links(in: "[[Bread]] at 7.30 p.m. ![[plan.pdf]]").count == 2)
  }

  @Test(arguments: [
    "", ".", "..", "a/../b.png", "/a.png", "a//b.png", ".git/config", "a/.hidden", "Note.md", "a/NOTE.Markdown",
    "a\\b.png",
    "a\u{7}.png",
  ])
  func `a path that is hidden, of a Markdown file or out of the folder is no path of an attachment`(path: String) {
    #expect(!AttachmentFolder.isPath(path))
    #expect(path.isEmpty || Attachment(name: "a", digest: SplitMix64.digest(1), size: 1, path: path) == nil)
  }

  @Test(arguments: [
    ("attachments/Kitchen/Bread/a.png", true), ("attachments 3/Kitchen/Bread/a.png", true),
    ("attachments/a.png", false), ("attachments x/Kitchen/Bread/a.png", false), ("Kitchen/images/a.png", true),
    ("images/a.png", false),
  ])
  func `a path follows from the note when its text or the folder of attachments says so`(path: String, follows: Bool) {
    let links = FileLink.find(in: "![](images/a.png)")
    #expect(AttachmentFolder.isDefault(path, of: "a.png", in: "Kitchen/Bread.md", links: links) == follows)
  }
}
