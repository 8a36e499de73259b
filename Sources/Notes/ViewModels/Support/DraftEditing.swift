import NotesDomain

/// A text on its way through the person's editor. It lies in a draft, which is removed only when the text is safe elsewhere.
struct DraftEditing: Sendable {
  private let drafts: any DraftStore
  private let editor: any ExternalEditor

  init(drafts: any DraftStore, editor: any ExternalEditor) {
    self.drafts = drafts
    self.editor = editor
  }

  /// Writes a new draft.
  func draft(named name: String, text: String) throws(Failure) -> Draft {
    do {
      return try drafts.create(named: name, text: text)
    } catch {
      throw .draft(error)
    }
  }

  /// Opens a draft, and reads it when the person is done. A draft that never was in an editor is removed.
  func edited(_ draft: Draft) async throws(Failure) -> String {
    do throws(EditorError) {
      try await editor.edit(draft)
    } catch {
      switch error {
      case .failed: throw .editor(error, draft)
      case .notFound, .noTerminal:
        try discard(draft)
        throw .editor(error, nil)
      }
    }
    do throws(DraftError) {
      return try drafts.text(of: draft)
    } catch {
      throw .draft(error)
    }
  }

  /// Removes a draft.
  func discard(_ draft: Draft) throws(Failure) {
    do {
      try drafts.remove(draft)
    } catch {
      throw .draft(error)
    }
  }

  /// Refuses a text that is longer than a note may be.
  ///
  /// - Parameter draft: The draft that keeps it, if there is one.
  static func checkSize(_ body: String, draft: Draft?) throws(Failure) {
    let (bytes, limit) = (body.utf8.count, NoteLimits.maximumBytes)
    guard bytes <= limit else { throw .tooLarge(bytes: bytes, limit: limit, draft) }
  }
}
