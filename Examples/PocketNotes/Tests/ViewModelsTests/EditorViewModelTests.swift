import Core
import Support
import Testing
import ViewModels
import Wiring

/// The editor of one note, over a store in memory.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct EditorViewModelTests {
  private let screens = Screens()
  private var store: InMemoryNoteStore { screens.store }

  /// Returns the editor of the first note.
  private func makeEditor() throws -> EditorViewModel {
    try screens.graph().resolve(MainActorFactory<EditorViewModel, Note.ID>.self)(SequentialIDs.id(1))
  }

  @Test("the editor stores what was typed")
  func editor() async throws {
    try await store.write(note(1, "Bread"))
    let editor = try makeEditor()
    await editor.load()
    #expect(editor.text == "Bread" && !editor.hasChanges)
    editor.text = "Rye bread"
    await editor.save()
    #expect(editor.message == nil && !editor.hasChanges)
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "Rye bread")
  }

  @Test("the editor keeps what was typed where another device changed the same line")
  func conflict() async throws {
    try await store.write(note(1, "Bread"))
    let editor = try makeEditor()
    await editor.load()
    editor.text = "Rye"
    try await store.write(note(1, "Wheat"))
    await editor.save()
    #expect(editor.text == "Rye" && editor.hasChanges)
    #expect(editor.message?.hasPrefix("Another device changed the same lines") == true)
  }

  @Test("what was typed while the note was stored is stored next, and loses nothing of others")
  func typedMeanwhile() async throws {
    // Given
    try await store.write(note(1, "one\ntwo\nthree"))
    let editor = try makeEditor()
    await editor.load()
    editor.text = "one\ntwo\nTHREE"
    try await store.write(note(1, "ONE\ntwo\nthree"))
    // When
    let gate = store.holdNextUpdate()
    let saving = Task { await editor.save() }
    await wait { store.isHolding }
    editor.text = "one\ntwo\nTHREE!"
    gate.yield()
    await saving.value
    await editor.save()
    // Then
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "ONE\ntwo\nTHREE!")
  }

  @Test("a second save waits for its turn")
  func saveTwice() async throws {
    // Given
    try await store.write(note(1, "one"))
    let editor = try makeEditor()
    await editor.load()
    editor.text = "two"
    let gate = store.holdNextUpdate()
    let saving = Task { await editor.save() }
    await wait { store.isHolding }
    // When
    editor.text = "three"
    await editor.save()
    gate.yield()
    await saving.value
    // Then
    #expect(editor.message == nil && editor.text == "three" && editor.hasChanges)
    await editor.save()
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "three")
  }

  @Test("loading again keeps what was typed, and never forgets what others changed")
  func loadingAgain() async throws {
    try await store.write(note(1, "one\ntwo\nthree"))
    let editor = try makeEditor()
    await editor.load()
    editor.text = "one\ntwo\nTHREE"
    try await store.write(note(1, "ONE\ntwo\nthree"))
    await editor.load()
    #expect(editor.text == "ONE\ntwo\nTHREE")
    try await store.write(note(1, "ONE\ntwo\ntres"))
    await editor.load()
    #expect(editor.text == "ONE\ntwo\nTHREE")
    #expect(editor.message?.hasPrefix("Another device changed the same lines") == true)
    await editor.save()
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "ONE\ntwo\ntres")
  }
}
