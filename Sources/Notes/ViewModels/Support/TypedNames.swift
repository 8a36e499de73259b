package import NotesDomain

extension Tag {
  /// Parses tags.
  ///
  /// - Throws: ``NoteFailure/malformedTag(_:)``.
  package static func parse(_ texts: [String]) throws(NoteFailure) -> [Tag] {
    var tags: [Tag] = []
    for text in texts {
      guard let tag = Tag(text) else { throw .malformedTag(text) }
      tags.append(tag)
    }
    return tags
  }
}

extension NoteTitle {
  /// Parses a title, without what a title cannot have; `nil` for none.
  ///
  /// - Throws: ``NoteFailure/emptyTitle``.
  static func parse(_ text: String?) throws(NoteFailure) -> String? {
    guard let text else { return nil }
    guard let title = cleaned(text) else { throw .emptyTitle }
    return title
  }
}

extension Notebook {
  /// Parses the path of a notebook, which is empty or `/` for the root.
  ///
  /// - Throws: ``NoteFailure/malformedNotebook(_:)``.
  package static func parse(_ path: String) throws(NoteFailure) -> Notebook {
    guard let notebook = Notebook(path) else { throw .malformedNotebook(path) }
    return notebook
  }
}
