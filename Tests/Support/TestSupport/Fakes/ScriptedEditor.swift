package import NotesDomain
package import NotesFronts

/// An editor that applies a closure to a draft.
///
/// ```swift
/// let editor = ScriptedEditor(drafts: drafts) { text in text + "\nMore." }
/// let broken = ScriptedEditor(drafts: drafts, failing: .failed(command: "vi", status: 1))
/// ```
package struct ScriptedEditor: ExternalEditor {
  private let drafts: InMemoryDraftStore
  private let change: @Sendable (String) -> String
  private let failure: EditorError?

  package init(
    drafts: InMemoryDraftStore,
    failing failure: EditorError? = nil,
    change: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.drafts = drafts
    self.failure = failure
    self.change = change
  }

  /// Applies the closure, and throws the configured error.
  package func edit(_ draft: Draft) async throws(EditorError) {
    if let text = try? drafts.text(of: draft) {
      drafts.write(change(text), to: draft)
    }
    if let failure { throw failure }
  }
}
