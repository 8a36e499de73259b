package import NotesDomain

/// The editing of a text in the user's editor.
///
/// The text is in a draft, which is removed only once the text is stored.
struct DraftEditing: Sendable {
  let drafts: any DraftStore
  let editor: any ExternalEditor

  /// Creates a draft.
  func create(named name: String, text: String) throws -> Draft {
    try drafts.create(named: name, text: text)
  }

  /// Opens a draft in the editor, and returns its text afterwards. Removes the draft if the editor did not start.
  func edit(_ draft: Draft) async throws -> String {
    do throws(EditorError) {
      try await editor.edit(draft)
    } catch {
      switch error {
      case .failed: throw EditingFailure.editor(error, draft)
      case .notFound, .noTerminal:
        try discard(draft)
        throw EditingFailure.editor(error, nil)
      }
    }
    return try drafts.text(of: draft)
  }

  /// Removes a draft.
  func discard(_ draft: Draft) throws {
    try drafts.remove(draft)
  }

  /// Calls the store with an edited text.
  ///
  /// - Throws: ``EditingFailure/unsaved(_:_:)`` if the store fails and there is a draft.
  static func storing<Value: Sendable>(_ draft: Draft?, _ action: () async throws -> Value) async throws -> Value {
    do {
      return try await action()
    } catch let error as StoreError {
      guard let draft else { throw error }
      throw EditingFailure.unsaved(error, draft)
    }
  }

  /// Checks that a text is not larger than a note may be.
  static func checkSize(_ body: String, draft: Draft?) throws(NoteFailure) {
    let (bytes, limit) = (body.utf8.count, NoteLimits.maximumBytes)
    guard bytes <= limit else { throw .tooLarge(bytes: bytes, limit: limit, draft) }
  }
}

/// The reason why a text was not edited, or not stored afterwards.
package enum EditingFailure: Error, Sendable, Hashable {
  case draft(DraftError)
  /// The editor failed. The draft has the text; `nil` if the editor did not start.
  case editor(EditorError, Draft?)
  /// The edited text could not be stored; the draft has it.
  case unsaved(StoreError, Draft)
}
