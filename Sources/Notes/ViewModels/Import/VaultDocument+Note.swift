import NotesDomain

extension VaultDocument {
  /// The note that the file is.
  ///
  /// - Parameters:
  ///   - id: The note's identity.
  ///   - known: The note as it is kept, whose time of creation stands for one that the file does not say.
  func note(id: NoteID, over known: Note? = nil) -> Note {
    let folders = path.split(separator: "/").dropLast().joined(separator: "/")
    let created = created ?? known?.created ?? creation
    return Note(
      id: id, title: noteTitle, body: body, tags: tags, notebook: Notebook(folders) ?? .root, isPinned: isPinned,
      isArchived: isArchived, trashed: trashed, created: created, modified: modified ?? max(created, fileModified),
      foreignFrontMatter: foreignFrontMatter)
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
