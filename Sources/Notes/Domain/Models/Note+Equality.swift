extension Note {
  /// Whether two notes are the same byte for byte.
  ///
  /// Strings alone would not tell `é` from `e` with an accent: whoever edits one into the other has changed the note, and
  /// every store and every device must have what was written.
  public static func == (left: Note, right: Note) -> Bool {
    left.id == right.id && left.modified == right.modified && left.created == right.created
      && left.trashed == right.trashed && left.isPinned == right.isPinned && left.isArchived == right.isArchived
      && left.body.hasSameBytes(as: right.body) && left.title.hasSameBytes(as: right.title)
      && left.notebook.path.hasSameBytes(as: right.notebook.path)
      && left.foreignFrontMatter.hasSameBytes(as: right.foreignFrontMatter)
      && left.tags.elementsEqual(right.tags) { $0.name.hasSameBytes(as: $1.name) }
      && left.attachments == right.attachments
  }
}
