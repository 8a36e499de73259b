import NotesDomain

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
      case .failed: throw Failure.editor(error, draft)
      case .notFound, .noTerminal:
        try discard(draft)
        throw Failure.editor(error, nil)
      }
    }
    return try drafts.text(of: draft)
  }

  /// Removes a draft.
  func discard(_ draft: Draft) throws {
    try drafts.remove(draft)
  }

  /// Stores an edited text.
  ///
  /// - Parameters:
  ///   - draft: The draft with the text, if there is one.
  ///   - action: The call of the store.
  /// - Throws: ``Failure/unsaved(_:_:)`` if the store fails and there is a draft.
  static func storing<Value: Sendable>(_ draft: Draft?, _ action: () async throws -> Value) async throws -> Value {
    do {
      return try await action()
    } catch let error as StoreError {
      throw draft.map { Failure.unsaved(error, $0) } ?? .store(error)
    }
  }

  /// Checks that a text is not larger than a note may be.
  ///
  /// - Parameter draft: The draft with the text, if there is one.
  static func checkSize(_ body: String, draft: Draft?) throws {
    let (bytes, limit) = (body.utf8.count, NoteLimits.maximumBytes)
    guard bytes <= limit else { throw Failure.tooLarge(bytes: bytes, limit: limit, draft) }
  }
}
