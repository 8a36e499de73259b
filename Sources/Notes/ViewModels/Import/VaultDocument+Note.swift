import NotesDomain

extension VaultDocument {
  /// The note that the file is.
  ///
  /// - Parameters:
  ///   - id: The note's identity.
  ///   - known: The note as it is kept. Its time of creation stands for one that the file does not say, and what a person
  ///     did with it here stays: a file that changed does not bring a note back from the trash.
  ///   - attachments: The attachments that the file names; `nil` when it names none, and the note keeps those it has.
  func note(id: NoteID, over known: Note? = nil, attachments: [Attachment]? = nil) -> Note {
    let folders = path.split(separator: "/").dropLast().joined(separator: "/")
    let created = created ?? known?.created ?? creation
    return Note(
      id: id, title: noteTitle, body: body, tags: tags, notebook: Notebook(folders) ?? .root,
      isPinned: isPinned || known?.isPinned ?? false, isArchived: isArchived || known?.isArchived ?? false,
      trashed: trashed ?? known?.trashed, created: created, modified: modified ?? max(created, fileModified),
      foreignFrontMatter: foreignFrontMatter, attachments: attachments ?? known?.attachments ?? [])
  }

  /// When the note was created, as far as the file says.
  var creation: Timestamp { created ?? fileModified }

  /// The title that the file gives, else that of its first heading, else its name.
  private var noteTitle: String {
    if let given = title.flatMap(NoteTitle.cleaned) { return given }
    return NoteTitle.heading(of: body) ?? NoteTitle.cleaned(stem) ?? NoteTitle.untitled
  }

  private var stem: String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }
}
