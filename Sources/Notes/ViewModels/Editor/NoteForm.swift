/// What a person says about a note before it is written.
public struct NoteForm: Sendable, Hashable {
  /// The title; `nil` to take it from the text.
  public var title: String?
  /// The tags, as typed.
  public var tags: [String]
  /// The notebook, as typed; nothing for the root.
  public var notebook: String

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - title: The title; `nil` to take it from the text.
  ///   - tags: The tags, as typed.
  ///   - notebook: The notebook, as typed.
  public init(title: String? = nil, tags: [String] = [], notebook: String = "") {
    self.title = title
    self.tags = tags
    self.notebook = notebook
  }
}
