package import NotesDomain

/// An editor that does to a draft what the test says.
///
/// ```swift
/// let editor = ScriptedEditor(drafts: drafts) { text in text + "\nMore." }
/// let broken = ScriptedEditor(drafts: drafts, failing: .failed(command: "vi", status: 1))
/// ```
package struct ScriptedEditor: ExternalEditor {
  private let drafts: InMemoryDraftStore
  private let change: @Sendable (String) -> String
  private let failure: EditorError?

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - drafts: Where the drafts lie.
  ///   - failure: What the editor ends with, after it has saved; `nil` for an editor that ends well.
  ///   - change: What a person does to the text. The default leaves it as it is.
  package init(
    drafts: InMemoryDraftStore,
    failing failure: EditorError? = nil,
    change: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.drafts = drafts
    self.failure = failure
    self.change = change
  }

  /// Changes the draft, and fails when it was told to.
  package func edit(_ draft: Draft) async throws(EditorError) {
    if let text = try? drafts.text(of: draft) {
      drafts.write(change(text), to: draft)
    }
    if let failure { throw failure }
  }
}
