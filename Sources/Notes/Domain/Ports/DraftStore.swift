/// Where texts lie while they are in the editor.
public protocol DraftStore: Sendable {
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
