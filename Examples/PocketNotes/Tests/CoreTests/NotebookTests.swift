import Core
import Support
import Testing

struct NotebookTests {
  private let store = InMemoryNoteStore()
  private let notebook: Notebook

  init() {
    notebook = Notebook(store: store, clock: TickingClock(), ids: SequentialIDs())
  }

  @Test("a note is added with the time and a new id")
  func add() async throws {
    #expect(try await notebook.add("Bread") == note(1, "Bread"))
    #expect(try await store.notes(matching: "") == [note(1, "Bread")])
  }

  @Test("a text of spaces is refused, and nothing is stored")
  func emptyText() async throws {
    await #expect(throws: NotebookError.emptyText) { try await notebook.add(" \n") }
    #expect(try await store.notes(matching: "").isEmpty)
  }

  @Test("a text of more than a million bytes is refused")
  func longText() async throws {
    let text = String(repeating: "x", count: Notebook.maximumBytes)
    _ = try await notebook.add(text)
    await #expect(throws: NotebookError.tooLong(bytes: 1_000_001)) { try await notebook.add(text + "x") }
  }

  @Test("an edit changes only what it says")
  func edit() async throws {
    let added = try await notebook.add("Bread")
    let edited = try await notebook.edit(added.id) { $0.text += "!" }
    #expect(edited.content == Note.Content(text: "Bread!"))
    #expect(edited.modified > added.modified)
  }

  @Test("an edit that changes nothing leaves the time of the last change")
  func sameEdit() async throws {
    let added = try await notebook.add("Bread")
    #expect(try await notebook.edit(added.id) { $0.text = "Bread" } == added)
  }

  @Test("a deleted note can be neither edited nor deleted")
  func deleted() async throws {
    let note = try await notebook.add("Bread")
    _ = try await notebook.delete(note.id)
    await #expect(throws: NotebookError.noNote) { try await notebook.delete(note.id) }
    await #expect(throws: NotebookError.noNote) { try await notebook.edit(note.id) { $0.text = "Rye" } }
  }

  @Test("an editor that was open keeps what others wrote in other lines")
  func rewrite() async throws {
    let note = try await notebook.add("one\ntwo\nthree")
    _ = try await notebook.edit(note.id) { $0.text = "ONE\ntwo\nthree" }
    let saved = try await notebook.rewrite(note.id, from: "one\ntwo\nthree", to: "one\ntwo\nTHREE")
    #expect(saved.content.text == "ONE\ntwo\nTHREE")
  }

  @Test("an editor that was open does not replace what others wrote in the same line")
  func rewriteSameLine() async throws {
    let note = try await notebook.add("one")
    _ = try await notebook.edit(note.id) { $0.text = "ONE" }
    await #expect(throws: NotebookError.changedMeanwhile) {
      try await notebook.rewrite(note.id, from: "one", to: "eins")
    }
    #expect(try await store.note(note.id)?.content.text == "ONE")
  }

  @Test("a note that a merge made empty can be deleted")
  func emptyNote() async throws {
    try await store.write(note(1, ""))
    #expect(try await notebook.delete(note(1, "").id).content.isDeleted)
  }

  @Test("an editor that was open brings a note back that others deleted")
  func rewriteDeleted() async throws {
    let note = try await notebook.add("one")
    _ = try await notebook.delete(note.id)
    let saved = try await notebook.rewrite(note.id, from: "one", to: "one more")
    #expect(saved.content == Note.Content(text: "one more"))
  }

  @Test("an editor in which nothing was typed changes nothing")
  func rewriteUnchanged() async throws {
    let note = try await notebook.add("one")
    #expect(try await notebook.rewrite(note.id, from: "one", to: "one") == note)
  }

  @Test("a failure of the store is passed on")
  func failure() async throws {
    store.fail(StoreError(reason: "disk full"))
    await #expect(throws: NotebookError.store(StoreError(reason: "disk full"))) { try await notebook.add("Bread") }
  }
}
