import NotesDomain

extension VaultDocument {
  /// The file of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - path: The file's path inside the folder.
  init(_ note: Note, path: String) {
    self.init(
      path: path, id: note.id, title: note.title, tags: note.tags, isPinned: note.isPinned, isArchived: note.isArchived,
      trashed: note.trashed, created: note.created, modified: note.modified, fileModified: note.modified,
      foreignFrontMatter: note.foreignFrontMatter, body: note.body, digest: ContentDigest(of: note.body.utf8))
  }
}
