package import NotesDomain

/// A person's editor.
package protocol ExternalEditor: Sendable {
  /// Opens a draft and returns when the person has closed it.
  func edit(_ draft: Draft) async throws(EditorError)
}

/// An error of running the editor.
package enum EditorError: Error, Sendable, Hashable {
  /// There is no such program.
  case notFound(command: String)
  /// The program exited with a status other than 0.
  case failed(command: String, status: Int32)
  /// There is no terminal for the editor.
  case noTerminal(command: String)
}
