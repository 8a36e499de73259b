import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct HistoryScreenTests {
  /// A front with a note that two forms changed.
  private func front() async throws -> Front {
    let front = try await Front(Fakes(notes: [.sample(1, title: "Tea", body: "one\ntwo\n")]))
    try await save("one\n2 & <3>\n", in: front)
    try await save("one\n2 & <3>\nfour\n", in: front)
    return front
  }

  private func save(_ body: String, in front: Front) async throws {
    let note = try #require(front.fakes.repository.all.first)
    let page = try await front.post(
      path(1), ["title": "Tea", "body": body, "base": ContentDigest(of: note).value.hexadecimal])
    #expect(page.status == 303)
  }

  private func body(_ front: Front) -> String? { front.fakes.repository.all.first?.body }

  @Test func `each form is a change of its own`() async throws {
    let front = try await front()
    #expect(try await front.fakes.repository.changeSets(before: nil, limit: 9).map(\.count) == [1, 1])
  }

  @Test func `the versions of a note are listed with what changed`() async throws {
    let front = try await front()
    let sets = try await front.fakes.repository.changeSets(before: nil, limit: 9).map(\.id)
    let page = try await front.get(path(1) + "/history")
    #expect(page.status == 200)
    #expect(page.text.contains("href=\"\(path(1))/history/\(sets[0])\">changed</a> <span>text +1 −0</span>"))
    #expect(page.text.contains("href=\"\(path(1))/history/\(sets[1])\">changed</a> <span>text +1 −1</span>"))
    #expect(page.text.contains(">initial version</a>"))
  }

  @Test func `a version is shown with its lines marked by signs and words`() async throws {
    let front = try await front()
    let set = try #require(try await front.fakes.repository.changeSets(before: nil, limit: 9).last?.id)
    let page = try await front.get("\(path(1))/history/\(set)")
    let row = { (kind: String, mark: String, text: String) in
      "<tr class=\"\(kind)\"><td class=\"mark\">\(mark)<span class=\"hidden\">\(kind)</span></td><td>\(text)</td></tr>"
    }
    #expect(page.text.contains(row("removed", "−", "two")))
    #expect(page.text.contains(row("added", "+", "2 &amp; &lt;3&gt;")))
  }

  @Test func `the text of a version comes back as a new change`() async throws {
    let front = try await front()
    let set = try #require(try await front.fakes.repository.changeSets(before: nil, limit: 9).last?.id)
    let page = try await front.post("\(path(1))/history/\(set)/restore")
    #expect(page.status == 303 && page.location == path(1))
    #expect(body(front) == "one\n2 & <3>\n")
    #expect(try await front.fakes.repository.changeSets(before: nil, limit: 9).count == 3)
  }

  @Test(arguments: ["99", "x"])
  func `a version that does not exist is not found`(number: String) async throws {
    let front = try await front()
    #expect(try await front.get("\(path(1))/history/\(number)").status == 404)
    #expect(try await front.post("\(path(1))/history/\(number)/restore").status == 404)
  }

  @Test func `the last change is undone, and the answer says what was undone`() async throws {
    let front = try await front()
    let page = try await front.post("/undo")
    #expect(body(front) == "one\n2 & <3>\n")
    let answer = try await front.get(try #require(page.location))
    #expect(answer.text.contains("Undid change 2: “Tea”."))
    #expect(answer.text.contains(">Redo</button>"))
  }

  @Test func `the button for the last change undoes the one that was the last when the page was made`() async throws {
    let front = try await front()
    let page = try await front.get("/history")
    let number = try #require(page.text.firstMatch(of: /name="number" value="(\d+)"><button>Undo the last change/)).1
    front.fakes.repository.beginRun()
    try await front.fakes.repository.insert([.sample(2)])
    _ = try await front.post("/undo", ["number": String(number)])
    #expect(body(front) == "one\n2 & <3>\n" && front.fakes.repository.all.count == 2)
  }

  @Test func `an undo is redone by undoing it`() async throws {
    let front = try await front()
    let undone = try await front.post("/undo", ["number": "2"])
    let number = try #require(undone.location?.split(separator: "=").last)
    _ = try await front.post("/undo", ["number": String(number)])
    #expect(body(front) == "one\n2 & <3>\nfour\n")
  }

  @Test func `a change that cannot be undone says why, and changes nothing`() async throws {
    let front = try await front()
    try await save("one\nthree\nfour\n", in: front)
    let page = try await front.post("/undo", ["number": "1"])
    #expect(page.status == 409 && page.text.contains("“Tea”"))
    #expect(body(front) == "one\nthree\nfour\n")
    #expect(try await front.post("/undo", ["number": "99"]).status == 404)
    #expect(try await front.post("/undo", ["number": "x"]).status == 400)
  }

  @Test func `the history offers no undo of what was undone`() async throws {
    let front = try await front()
    _ = try await front.post("/undo")
    let page = try await front.get("/history")
    #expect(page.text.contains("undone by 3") && page.text.contains("aria-label=\"Redo change 3\""))
    #expect(page.text.contains("aria-label=\"Undo change 1\"") && !page.text.contains("aria-label=\"Undo change 2\""))
  }

  @Test func `a store without changes says so`() async throws {
    #expect(try await Front().get("/history").text.contains("Nothing has changed yet."))
  }
}
