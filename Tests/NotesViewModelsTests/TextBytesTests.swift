import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesViewModels

/// An accent makes one `Character` with the sign before it, and `prefix` with the one behind it.
private let accent = "\u{301}"
private let prefix = "\u{600}"

@MainActor
@Suite("Texts are bytes in actions") struct TextBytesTests {
  private func bytes(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

  @Test func `a notebook is renamed in either form of composition`() async throws {
    let fakes = Fakes(notes: [.sample(1, notebook: "e\u{301}/\(accent)c"), .sample(2, notebook: "\u{E9}")])
    let model = try viewModel(NotebooksViewModel.self, fakes)
    await model.rename("\u{E9}", to: "X")
    #expect(fakes.repository.all.map { bytes($0.notebook.path) } == ["X/\(accent)c", "X"].map(bytes))
  }

  @Test(
    arguments: [
      (nil, "a\r", "a\r", "a\r"), ("a\r", "a\r", "b\r", "b\r"), (nil, "a\r\nb", "a\r\nb", "a\r\nb"),
      (nil, "a\n\(accent)b", "a\n", "a\n\(accent)b\n"), (nil, "a\(prefix)", "a\(prefix)", "a\(prefix)"),
    ] as [(String?, String, String, String)])
  func `a proposal keeps the ends of the texts`(base: String?, theirs: String, ours: String, expected: String) {
    #expect(bytes(UnionMerge.merged(base: base, theirs: theirs, ours: ours)) == bytes(expected))
  }

  @Test func `a difference of the form alone is one`() {
    let old = Note.sample(1, tags: ["\u{E9}"], notebook: "\u{E9}")
    let new = Note.sample(1, tags: ["e\u{301}"], notebook: "e\u{301}")
    #expect(NoteDifference(from: old, to: new).fields == [.tags, .notebook])
  }

  @Test func `a completion goes on with an accent`() {
    #expect(NameCompletion.completed("tag:\(accent)x", from: "tag:").map(bytes) == bytes("tag:\(accent)x"))
  }
}
