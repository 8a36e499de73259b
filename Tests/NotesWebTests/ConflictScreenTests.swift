import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct ConflictScreenTests {
  /// The path of the conflict of note 8 with its copy 9.
  private let address = WebPath.conflict(SequentialNoteIDGenerator.id(9))

  private func front(base: String? = "a\nb\nc\n") async throws -> Front {
    let fakes = Fakes()
    let (theirs, ours) = (
      Note.sample(8, title: "Tea", body: "a\n<T>\nc\n"), Note.sample(8, title: "Tea", body: "a\nO\nc\n")
    )
    var copy = ours.copied(as: SequentialNoteIDGenerator.id(9))
    copy.title += NoteConflict.copySuffix
    let conflict = NoteConflict(
      note: theirs.id, copy: copy.id, base: base.map { .sample(8, title: "Tea", body: $0) }, theirs: theirs, ours: ours,
      detected: fakes.wallClock.now())
    try await fakes.repository.insert([theirs])
    _ = try await fakes.repository.add(conflict, copy: copy)
    return try await Front(fakes)
  }

  private func note(_ number: UInt64, in front: Front) -> Note? {
    front.fakes.repository.all.first { $0.id == SequentialNoteIDGenerator.id(number) }
  }

  /// Sends a form of the page as it is now.
  private func choose(_ field: String, _ value: String, in front: Front) async throws -> Front.Page {
    try await front.post(address, [field: value, "seen": try await seen(in: front)])
  }

  /// The digest that the forms of the page have.
  private func seen(in front: Front) async throws -> String {
    let page = try await front.get(address).text
    let match = try #require(page.firstMatch(of: /name="seen" value="([0-9a-f]+)"/))
    return String(match.1)
  }

  private func isOpen(in front: Front) async throws -> Bool { try await !front.fakes.repository.conflicts().isEmpty }

  @Test func `open conflicts are listed, and counted at the side`() async throws {
    let page = try await front().get("/conflicts")
    #expect(page.text.contains("href=\"\(address)\">Tea</a>"))
    #expect(page.text.contains("Conflicts <span class=\"count\">1</span>"))
  }

  @Test func `a list without conflicts says so`() async throws {
    #expect(try await Front().get("/conflicts").text.contains("There are no conflicts."))
  }

  @Test func `a conflict shows the text before, and what each side changed`() async throws {
    let page = try await front().get(address)
    #expect(page.text.contains("<pre>a\nb\nc\n</pre>"))
    #expect(page.text.contains("<span class=\"hidden\">removed</span></td><td>b</td>"))
    #expect(page.text.contains("<span class=\"hidden\">added</span></td><td>&lt;T&gt;</td>"))
    #expect(page.text.contains("<span class=\"hidden\">added</span></td><td>O</td>"))
    #expect(page.text.contains("spellcheck=\"true\">\na\n&lt;T&gt;\nO\nc\n</textarea>"))
  }

  @Test func `without the text before, ours is compared with theirs`() async throws {
    let page = try await front(base: nil).get(address)
    #expect(page.text.contains("<pre>a\n&lt;T&gt;\nc\n</pre>"))
    #expect(page.text.contains("<span class=\"hidden\">removed</span></td><td>&lt;T&gt;</td>"))
  }

  @Test(arguments: [("theirs", "a\n<T>\nc\n"), ("ours", "a\nO\nc\n")])
  func `one side is kept`(side: String, text: String) async throws {
    let front = try await front()
    let page = try await choose("keep", side, in: front)
    #expect(page.status == 303)
    #expect(note(8, in: front)?.body == text && note(9, in: front)?.trashed != nil)
    #expect(try await !isOpen(in: front))
    let answer = try await front.get(try #require(page.location))
    #expect(answer.text.contains("Resolved: kept the text of <a href=\"\(path(8))\">“Tea”</a>"))
  }

  @Test func `both sides are kept as two notes`() async throws {
    let front = try await front()
    let page = try await choose("keep", "both", in: front)
    #expect(note(8, in: front)?.trashed == nil && note(9, in: front)?.trashed == nil)
    #expect(try await !isOpen(in: front))
    let answer = try await front.get(try #require(page.location))
    #expect(answer.text.contains("Resolved: kept both <a href=\"\(path(8))\">“Tea”</a>"))
    #expect(answer.text.contains("<a href=\"\(path(9))\">“Tea (conflicting copy)”</a>"))
  }

  @Test func `an edited text resolves the conflict`() async throws {
    let front = try await front()
    _ = try await choose("text", "a\r\nT and O\r\nc\r\n", in: front)
    #expect(note(8, in: front)?.body == "a\nT and O\nc\n")
    #expect(try await !isOpen(in: front))
  }

  @Test func `a text that was merged from other versions becomes a new note, and the conflict stays`() async throws {
    let front = try await front()
    let seen = try await seen(in: front)
    _ = try await front.fakes.repository.update(SequentialNoteIDGenerator.id(8)) { $0.body = "a\nnewer\nc\n" }
    let page = try await front.post(address, ["text": "a\r\nT and O\r\nc\r\n", "seen": seen])
    #expect(page.status == 409 && page.text.contains("changed elsewhere while you edited it"))
    #expect(note(8, in: front)?.body == "a\nnewer\nc\n" && note(9, in: front)?.trashed == nil)
    #expect(front.fakes.repository.all.contains { $0.body == "a\nT and O\nc\n" && $0.trashed == nil })
    #expect(try await isOpen(in: front))
  }

  @Test(arguments: ["theirs", "ours", "both"])
  func `a side is not kept that is not the one that was shown`(side: String) async throws {
    let front = try await front()
    let seen = try await seen(in: front)
    _ = try await front.fakes.repository.update(SequentialNoteIDGenerator.id(9)) { $0.body = "a\nnewer\nc\n" }
    let before = front.fakes.repository.all
    let page = try await front.post(address, ["keep": side, "seen": seen])
    #expect(page.status == 409 && page.text.contains("The versions changed since they were shown"))
    #expect(front.fakes.repository.all == before)
    #expect(try await isOpen(in: front))
    #expect(try await choose("keep", side, in: front).status == 303)
  }

  @Test func `the undo of a resolution undoes no other change`() async throws {
    let front = try await front()
    let page = try await choose("keep", "ours", in: front)
    let answer = try await front.get(try #require(page.location))
    front.fakes.repository.beginRun()
    try await front.fakes.repository.insert([.sample(1, body: "later\n")])
    let number = try #require(answer.text.firstMatch(of: /name="number" value="(\d+)"/)).1
    #expect(try await front.post("/undo", ["number": String(number)]).status == 303)
    #expect(note(8, in: front)?.body == "a\n<T>\nc\n" && note(1, in: front)?.body == "later\n")
  }

  @Test func `an empty text changes nothing, and says so`() async throws {
    let front = try await front()
    let page = try await choose("text", " \r\n", in: front)
    #expect(page.status == 422 && page.text.contains("The text is empty."))
    #expect(try await isOpen(in: front))
    #expect(note(8, in: front)?.body == "a\n<T>\nc\n")
  }

  @Test func `a text that is too large is shown again with the reason`() async throws {
    let front = try await front()
    let text = String(repeating: "a", count: NoteLimit.text.maximum + 1)
    let page = try await choose("text", text, in: front)
    #expect(page.status == 413 && page.text.contains("the limit is"))
    #expect(page.bytes.count > NoteLimit.text.maximum)
    #expect(try await isOpen(in: front))
  }

  @Test func `a conflict that was resolved is not found`() async throws {
    let front = try await front()
    _ = try await choose("keep", "theirs", in: front)
    #expect(try await front.get(address).status == 404)
    #expect(try await front.post(address, ["keep": "ours", "seen": "0000000000000001"]).status == 404)
  }

  @Test(
    arguments: [
      ["keep": "mine", "seen": "0000000000000001"], ["seen": "0000000000000001"], ["keep": "ours"],
      ["keep": "ours", "seen": "x"], [:],
    ]
      as [KeyValuePairs<String, String>])
  func `a form without a choice is malformed`(fields: KeyValuePairs<String, String>) async throws {
    let front = try await front()
    #expect(try await front.post(address, fields).status == 400)
    #expect(try await isOpen(in: front))
  }
}
