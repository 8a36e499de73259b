extension Note {
  /// Whether two notes are the same byte for byte.
  ///
  /// Strings alone would not tell `é` from `e` with an accent: whoever edits one into the other has changed the note, and
  /// every store and every device must have what was written.
  public static func == (left: Note, right: Note) -> Bool {
    left.id == right.id && left.modified == right.modified && left.created == right.created
      && left.trashed == right.trashed && left.isPinned == right.isPinned && left.isArchived == right.isArchived
      && left.body.hasBytes(of: right.body) && left.title.hasBytes(of: right.title)
      && left.notebook.path.hasBytes(of: right.notebook.path)
      && left.foreignFrontMatter.hasBytes(of: right.foreignFrontMatter)
      && left.tags.elementsEqual(right.tags) { $0.name.hasBytes(of: $1.name) }
  }
}

extension String {
  /// Whether two texts are the same byte for byte.
  ///
  /// To compare them as strings is much faster, and enough for ASCII, of which nothing of the same length looks alike. Such a
  /// text has as many UTF-16 units as bytes, and knows it.
  fileprivate func hasBytes(of other: String) -> Bool {
    utf8.count == other.utf8.count && self == other
      && (utf16.count == utf8.count || utf8.elementsEqual(other.utf8))
  }
}
