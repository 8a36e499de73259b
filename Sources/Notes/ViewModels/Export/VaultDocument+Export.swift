import NotesDomain

extension VaultDocument {
  /// The file of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - path: The file's path inside the folder.
  ///   - attachments: The paths of its files inside the folder.
  ///   - missing: Its files that are not there.
  init(_ note: Note, path: String, attachments: [String], missing: [Attachment]) {
    self.init(
      path: path, id: note.id, title: note.title, tags: note.tags, isPinned: note.isPinned, isArchived: note.isArchived,
      trashed: note.trashed, created: note.created, modified: note.modified, fileModified: note.modified,
      attachments: attachments.isEmpty ? nil : attachments, missingAttachments: missing,
      foreignFrontMatter: note.foreignFrontMatter, body: note.body, digest: ContentDigest(of: note.body.utf8))
  }
}
