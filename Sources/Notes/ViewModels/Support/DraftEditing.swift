package import NotesDomain
package import NotesFronts

/// The editing of a text in the user's editor.
///
/// The text is in a draft, which is removed only once the text is stored.
struct DraftEditing: Sendable {
  let drafts: any DraftStore
  let editor: any ExternalEditor

  /// Opens a text in the editor, and returns the draft with its text afterwards. Removes the draft if the editor did not start,
  /// or failed without a change.
  func edit(_ text: String, named name: String) async throws -> (draft: Draft, text: String) {
    let draft = try await drafts.create(named: name, text: text)
    let lease = drafts.open(draft)
    defer { withExtendedLifetime(lease) {} }
    do throws(EditorError) {
      try await editor.edit(draft)
    } catch {
      let isUnchanged = (try? await drafts.text(of: draft))?.hasSameBytes(as: text) ?? false
      switch error {
      case .failed where !isUnchanged: throw EditingFailure.editor(error, draft)
      case .failed, .notFound, .noTerminal:
        try await discard(draft)
        throw EditingFailure.editor(error, nil)
      }
    }
    return (draft, try await drafts.text(of: draft))
  }

  /// Removes a draft.
  func discard(_ draft: Draft) async throws {
    try await drafts.remove(draft)
  }

  /// Calls the store with an edited text.
  ///
  /// - Throws: ``NoteFailure/tooLarge(_:_:)`` if a note would exceed a limit; ``EditingFailure/unsaved(_:_:)`` if it fails
  ///   otherwise and there is a draft.
  static func storing<Value: Sendable>(_ draft: Draft?, _ action: () async throws -> Value) async throws -> Value {
    do {
      return try await action()
    } catch {
      throw failure(error, draft)
    }
  }

  private static func failure(_ error: any Error, _ draft: Draft?) -> any Error {
    if case .exceeds(_, let excess)? = error as? StoreError { return NoteFailure.tooLarge(excess, draft) }
    return draft.map { EditingFailure.unsaved(Failure(error), $0) } ?? error
  }

  /// Calls the store with a text that a person typed without a draft. Keeps it as one if that fails, for whichever reason: a
  /// note that was purged while the text was typed is not found.
  ///
  /// - Throws: The errors of ``storing(_:_:)``, with a draft if it could be written.
  static func keeping<Value: Sendable>(
    _ text: String, named name: String, in drafts: any DraftStore, _ action: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await action()
    } catch {
      throw failure(error, text.isEmpty ? nil : try? await drafts.create(named: name, text: text))
    }
  }

  /// Calls the store with a text, which is in a draft afterwards if the store fails.
  ///
  /// - Parameter name: The name of a new draft.
  func storing<Value: Sendable>(
    _ source: TextSource, named name: String, _ action: () async throws -> Value
  ) async throws -> Value {
    switch source {
    case .draft(let draft): try await Self.storing(draft, action)
    case .input(let text): try await Self.keeping(text, named: name, in: drafts, action)
    }
  }
}

/// The origin of a text that is to be stored.
enum TextSource: Sendable, Hashable {
  /// The editor, which left the text in a draft.
  case draft(Draft)
  /// Arguments or standard input, which had this text.
  case input(String)

  var draft: Draft? {
    if case .draft(let draft) = self { draft } else { nil }
  }
}

/// The reason why a text was not edited, or not stored afterwards.
package indirect enum EditingFailure: Error, Sendable, Hashable {
  /// No draft has this id, name or path.
  case noDraft(String)
  /// Several drafts have this name.
  case ambiguousDraft(String, candidates: [StoredDraft])
  /// An editor has the draft open.
  case openDraft(StoredDraft)
  /// The editor failed. The draft has the text; `nil` if the editor did not start.
  case editor(EditorError, Draft?)
  /// The edited text could not be stored; the draft has it.
  case unsaved(Failure, Draft)
}
