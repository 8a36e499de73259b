import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct EditorScreenTests {
  private let fakes = Fakes(notes: [.sample(9, title: "Tea", body: "# Tea\n\nGreen.\n\nHot.\n")])

  private var notes: [Note] { fakes.repository.all }

  /// Returns the content that the form of the note names.
  private func base(in front: Front) async throws -> String {
    let form = try await front.get(path(9) + "/edit").text
    return String(try #require(form.firstMatch(of: /name="base" value="([0-9a-f]+)"/)?.1))
  }

  /// Changes the text of the note, as another program does.
  private func change(_ text: String, to other: String) async throws {
    _ = try await fakes.repository.update([SequentialNoteIDGenerator.id(9)]) { note in
      note.body = note.body.replacing(text, with: other)
    }
  }

  @Test func `a new note has the title, the notebook and the tags of the form`() async throws {
    let front = try await Front(Fakes())
    let page = try await front.post(
      "/notes", ["title": "Rye", "notebook": "Kitchen/Bread", "tags": "bread, #slow", "body": "Flour.\r\nWater.\r\n"])
    let note = try #require(front.fakes.repository.all.first)
    #expect(page.status == 303 && page.location == WebPath.note(note.id))
    #expect(note.title == "Rye" && note.notebook.path == "Kitchen/Bread" && note.body == "Flour.\nWater.\n")
    #expect(note.tags.map(\.name) == ["bread", "slow"])
  }

  @Test func `a note that cannot be added is shown again with what was typed`() async throws {
    let front = try await Front(Fakes())
    let page = try await front.post("/notes", ["title": "Rye", "notebook": "../x", "body": "Flour & <water>"])
    let problem = try #require(page.text.firstMatch(of: /role="alert">([^<]*)</)).1
    #expect(page.status == 422 && problem.contains("not a valid notebook") && problem.split(separator: ".").count > 1)
    #expect(page.text.contains("\nFlour &amp; &lt;water&gt;</textarea>") && front.fakes.repository.all.isEmpty)
  }

  /// Returns the id that the form of a new note names.
  private func newID(in front: Front) async throws -> String {
    let form = try await front.get("/notes/new").text
    return String(try #require(form.firstMatch(of: /name="id" value="([0-9a-f-]{36})"/)?.1))
  }

  /// Sends the form of a new note, and returns the page that follows.
  private func add(_ body: String, as id: String, in front: Front) async throws -> Front.Page {
    try await front.post("/notes", ["id": id, "base": "", "title": "Bread", "body": body])
  }

  @Test func `a form of a new note that is sent twice adds one note, and another form another one`() async throws {
    // Given
    let front = try await Front(Fakes())
    let id = try await newID(in: front)
    // When, then
    for _ in 1...2 {
      let page = try await add("Flour.", as: id, in: front)
      #expect(page.status == 303 && page.location == "/notes/\(id)")
    }
    #expect(front.fakes.repository.all.map(\.body) == ["Flour."])
    _ = try await add("Flour.", as: try await newID(in: front), in: front)
    #expect(front.fakes.repository.all.map(\.body) == ["Flour.", "Flour."])
  }

  @Test func `a form of a new note that is sent again with another text is an edit of the note`() async throws {
    // Given
    let front = try await Front(Fakes())
    let id = try await newID(in: front)
    _ = try await add("Flour.", as: id, in: front)
    // When
    let page = try await add("Rye flour.", as: id, in: front)
    // Then
    #expect(page.location == "/notes/\(id)" && front.fakes.repository.all.map(\.body) == ["Rye flour."])
  }

  @Test(arguments: [("Flour.", true), ("Rye flour.", false)])
  func `a form of a new note that is sent again with another text takes the note out of the trash`(
    text: String, isTrashed: Bool
  ) async throws {
    // Given
    let front = try await Front(Fakes())
    let id = try await newID(in: front)
    _ = try await add("Flour.", as: id, in: front)
    _ = try await front.post("/notes/\(id)/delete")
    // When
    let page = try await add(text, as: id, in: front)
    // Then
    #expect(page.status == 303 && page.location == "/notes/\(id)")
    #expect(front.fakes.repository.all.map(\.body) == [text])
    #expect(front.fakes.repository.all.map { $0.trashed != nil } == [isTrashed])
  }

  @Test(arguments: [("Salt.", "Sea salt.", 1), ("Flour.", "Wheat flour.", 2)])
  func `a form of a new note that is sent again is merged with what was saved since, or both texts are kept`(
    text: String, other: String, count: Int
  ) async throws {
    // Given a note that changed since it was added
    let front = try await Front(Fakes())
    let (id, body) = (try await newID(in: front), "Flour.\n\nWater.\n\nSalt.\n")
    _ = try await add(body, as: id, in: front)
    front.fakes.wallClock.advance(by: .seconds(60))
    let later = front.fakes.wallClock.now()
    front.fakes.repository.change(try #require(NoteID(id))) { note in
      note.body = note.body.replacing("Flour.", with: "Rye flour.")
      note.modified = later
    }
    // When
    let page = try await add(body.replacing(text, with: other), as: id, in: front)
    // Then
    let bodies = front.fakes.repository.all.map(\.body)
    #expect(bodies.count == count && bodies.contains { $0.contains("Rye flour.") })
    #expect(bodies.contains { $0.contains(other) })
    #expect(page.location == "/notes/\(id)" || count == 2 && page.location?.hasPrefix("/conflicts/") == true)
  }

  @Test func `the form names the store, and does not tell its path`() async throws {
    var names: [String] = []
    for store in ["/a/notes.sqlite", "/b/notes.sqlite", "/a/notes.sqlite"] {
      let form = try await Front(Fakes(), store: store).get("/notes/new").text
      names.append(String(try #require(form.firstMatch(of: /data-store="([0-9a-f]{16})"/)?.1)))
      #expect(!form.contains(store))
    }
    #expect(names[0] == names[2] && names[0] != names[1])
  }

  @Test func `the form has the text from its first byte`() async throws {
    let front = try await Front(Fakes(notes: [.sample(9, title: "Tea", body: "\n\nGreen.")]))
    // A browser drops the first line break.
    #expect(try await front.get(path(9) + "/edit").text.contains(">\n\n\nGreen.</textarea>"))
  }

  @Test func `an edit is saved, and the title follows the heading`() async throws {
    let front = try await Front(fakes)
    let page = try await front.post(
      path(9), ["base": base(in: front), "title": "Tea", "body": "# Black tea\r\n\r\nHot.\r\n"])
    #expect(page.status == 303 && page.location == path(9))
    #expect(notes.first?.body == "# Black tea\n\nHot.\n" && notes.first?.title == "Black tea")
  }

  @Test func `the form says that the note is in the trash`() async throws {
    let front = try await Front(fakes)
    #expect(try await !front.get(path(9) + "/edit").text.contains("in the trash"))
    _ = try await front.post(path(9) + "/delete")
    #expect(try await front.get(path(9) + "/edit").text.contains("This note is in the trash."))
  }

  @Test func `an edit takes the note out of the trash, as the form says`() async throws {
    // Given
    let front = try await Front(fakes)
    _ = try await front.post(path(9) + "/delete")
    // When
    _ = try await front.post(path(9), ["base": base(in: front), "title": "Tea", "body": "# Tea\n\nBlack.\n"])
    // Then
    #expect(notes.map(\.body) == ["# Tea\n\nBlack.\n"] && notes.map(\.trashed) == [nil])
  }

  @Test func `a note that is saved as it was keeps its line endings, byte for byte`() async throws {
    // Given
    let fakes = Fakes(notes: [.sample(9, title: "Tea", body: "a\r\nb\nc")])
    let front = try await Front(fakes)
    // When a browser sends each line break as CR and LF
    let page = try await front.post(path(9), ["base": base(in: front), "title": "Tea", "body": "a\r\nb\r\nc"])
    // Then
    #expect(page.status == 303)
    #expect(fakes.repository.all.map { Array($0.body.utf8) } == [Array("a\r\nb\nc".utf8)])
  }

  @Test func `a text that is too large with its line endings is shown again with the reason`() async throws {
    // Given a note whose lines end with CR and LF
    let fakes = Fakes(notes: [.sample(9, title: "Tea", body: "a\r\n")])
    let front = try await Front(fakes)
    // When its text has the size of the limit as it is typed
    let typed = "a\n" + String(repeating: "x", count: NoteLimit.text.maximum - 3) + "\n"
    let page = try await front.post(path(9), ["base": base(in: front), "title": "Tea", "body": typed])
    // Then
    #expect(page.status == 413 && page.text.contains("the limit is"))
    #expect(fakes.repository.all.map(\.body) == ["a\r\n"])
  }

  @Test func `an edit is merged with what was saved meanwhile`() async throws {
    let front = try await Front(fakes)
    let base = try await base(in: front)
    try await change("Hot.", to: "Cold.")
    let page = try await front.post(path(9), ["base": base, "title": "Tea", "body": "# Tea\n\nBlack.\n\nHot.\n"])
    #expect(page.location == path(9) && notes.count == 1)
    #expect(notes.first?.body == "# Tea\n\nBlack.\n\nCold.\n")
  }

  @Test func `an edit of the same line becomes a conflict, with both texts`() async throws {
    let front = try await Front(fakes)
    let base = try await base(in: front)
    try await change("Green.", to: "White.")
    let page = try await front.post(path(9), ["base": base, "title": "Tea", "body": "# Tea\n\nBlack.\n\nHot.\n"])
    #expect(page.status == 303 && page.location?.hasPrefix("/conflicts/") == true)
    #expect(
      notes.map(\.body).contains { $0.contains("Black.") } && notes.map(\.body).contains { $0.contains("White.") })
  }

  @Test(arguments: [true, false])
  func `an edit that is sent again has one copy, and another text another one`(isBaseKnown: Bool) async throws {
    // Given
    let front = try await Front(fakes)
    let base = try await isBaseKnown ? self.base(in: front) : "0123456789abcdef"
    try await change("Green.", to: "White.")
    func send(_ body: String) async throws -> String? {
      fakes.wallClock.advance(by: .seconds(1))
      return try await front.post(path(9), ["base": base, "title": "Tea", "body": body]).location
    }
    // When
    let first = try await send("# Tea\n\nBlack.\n")
    // Then
    #expect(first?.hasPrefix("/conflicts/") == true)
    #expect(try await send("# Tea\n\nBlack.\n") == first && notes.count == 2)
    #expect(try await send("# Tea\n\nRed.\n") != first && notes.count == 3)
  }

  @Test func `an edit of a version that is not known any more keeps both texts`() async throws {
    let front = try await Front(fakes)
    let page = try await front.post(path(9), ["base": "0123456789abcdef", "title": "Tea", "body": "Black."])
    #expect(page.location?.hasPrefix("/conflicts/") == true && notes.count == 2)
    #expect(notes.contains { $0.body.contains("Green.") } && notes.contains { $0.body == "Black." })
  }

  @Test func `a preview has what a browser may see of the text`() async throws {
    let page = try await Front(fakes).post("/preview", ["body": "**Hot** <script>"])
    #expect(page.text == "<p><strong>Hot</strong> &lt;script&gt;</p>\n")
  }

  @Test func `a preview shows the pictures that are attached to the note`() async throws {
    let note = Note.sample(1, body: "") { $0.attachments = [.sample("cup.png", [1])] }
    let front = try await Front(Fakes(notes: [note]))
    let fields: KeyValuePairs = ["body": "![A cup](cup.png)", "note": note.id.description]
    #expect(try await front.post("/preview", fields).text.contains("<img src=\"\(path(1))/attachments/cup.png\""))
  }
}
