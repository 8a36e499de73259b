/// The person's editor.
public protocol ExternalEditor: Sendable {
  /// Opens a draft and returns when the person is done.
  func edit(_ draft: Draft) async throws(EditorError)
}
