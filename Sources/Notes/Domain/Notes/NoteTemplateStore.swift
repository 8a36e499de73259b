/// The templates that a person has written, by name.
package protocol NoteTemplateStore: Sendable {
  /// Reads a template; `nil` if there is none of this name, or the text cannot be a name.
  func template(named name: String) throws(NoteTemplateError) -> NoteTemplate?

  /// Returns the names of all templates in alphabetical order; none without a folder of templates.
  func names() throws(NoteTemplateError) -> [String]
}

/// An error of reading templates.
package enum NoteTemplateError: Error, Sendable, Hashable {
  /// The file or the folder cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not UTF-8; the offset is that of the first invalid byte.
  case notUTF8(path: String, offset: Int)
}
