/// Where texts lie while they are in the editor.
package protocol DraftStore: Sendable {
  /// Writes a new draft.
  ///
  /// - Parameters:
  ///   - name: What the file's name begins with, for people who look for it.
  ///   - text: The text to begin with.
  func create(named name: String, text: String) throws(DraftError) -> Draft

  /// The draft's text as it is now.
  func text(of draft: Draft) throws(DraftError) -> String

  /// Removes a draft whose text is safe elsewhere.
  func remove(_ draft: Draft) throws(DraftError)
}

/// A text under the editor: a file that outlives a crash of everything else.
package struct Draft: Sendable, Hashable {
  /// Where the file lies.
  package let path: String

  /// Creates a draft.
  ///
  /// - Parameter path: Where the file lies.
  package init(path: String) {
    self.path = path
  }
}

/// Why a draft cannot be kept or read.
package enum DraftError: Error, Sendable, Hashable {
  /// The file or its folder cannot be written.
  case unwritable(path: String, reason: String)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not UTF-8; the first bad byte is at this offset.
  case notUTF8(path: String, offset: Int)
}

/// The person's editor.
package protocol ExternalEditor: Sendable {
  /// Opens a draft and returns when the person is done.
  func edit(_ draft: Draft) async throws(EditorError)
}

/// Why the editor did not do its work.
package enum EditorError: Error, Sendable, Hashable {
  /// There is no such program.
  case notFound(command: String)
  /// The program ended with another status than 0.
  case failed(command: String, status: Int32)
  /// There is no terminal for an editor to run in.
  case noTerminal(command: String)
}
