import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesTransfer
import Testing

@Suite("Fakes")
struct FakeTests {
  @Test("A clock changes only when a test advances it")
  func clock() {
    let wallClock = FixedClock()
    #expect(wallClock.now() == FixedClock.start)
    #expect(FixedClock.start.iso8601 == "2026-03-14T09:26:53.589Z")
    wallClock.advance(by: .milliseconds(-589))
    #expect(wallClock.now().iso8601 == "2026-03-14T09:26:53Z")
    wallClock.set(to: Timestamp(millisecondsSince1970: 0))
    #expect(wallClock.now().iso8601 == "1970-01-01T00:00:00Z")
  }

  @Test("Identifiers are numbered from one")
  func ids() {
    let ids = SequentialNoteIDGenerator()
    #expect(ids.next(created: FixedClock.start).description == "00000000-0000-7000-8000-000000000001")
    #expect(ids.next(created: FixedClock.start) == SequentialNoteIDGenerator.id(2))
  }

  @Test("A fake fails while a failure is set")
  func failures() async throws {
    let store = InMemoryNoteRepository([.sample(1)])
    store.failure = .diskFull(path: "/notes")
    await #expect(throws: StoreError.diskFull(path: "/notes")) { try await store.list(NoteQuery()) }
    store.failure = nil
    #expect(try await store.list(NoteQuery()).count == 1)

    let vault = InMemoryMarkdownFolder()
    vault.addFolder("/vault")
    vault.failure = .diskFull(path: "/vault")
    #expect(throws: MarkdownFolderError.diskFull(path: "/vault")) { try vault.entries(in: "/vault") }

    let drafts = InMemoryDraftStore()
    drafts.failure = .unwritable(path: "/drafts", reason: "full")
    await #expect(throws: DraftError.self) { try await drafts.create(named: "a", text: "") }
    #expect(drafts.remaining == [])
  }

  @Test("A folder can contain an unreadable file")
  func problems() throws {
    let vault = InMemoryMarkdownFolder()
    vault.add(problem: .notUTF8(offset: 3), at: "bad.md", in: "/vault/")
    let entries = try vault.entries(in: "/vault")
    #expect(entries.map(\.path) == ["bad.md"])
    #expect(throws: MarkdownFileError(path: "bad.md", reason: .notUTF8(offset: 3))) {
      try vault.read(entries[0], in: "/vault")
    }
  }

  @Test("An editor changes the draft, even when it fails")
  func editor() async throws {
    let drafts = InMemoryDraftStore()
    let draft = try await drafts.create(named: "Bread", text: "Rye")
    try await ScriptedEditor(drafts: drafts) { $0 + " bread" }.edit(draft)
    #expect(try drafts.text(of: draft) == "Rye bread")
    let failing = ScriptedEditor(drafts: drafts, failing: .failed(command: "vi", status: 1)) { _ in "lost?" }
    await #expect(throws: EditorError.failed(command: "vi", status: 1)) { try await failing.edit(draft) }
    #expect(try drafts.text(of: draft) == "lost?")
  }
}
