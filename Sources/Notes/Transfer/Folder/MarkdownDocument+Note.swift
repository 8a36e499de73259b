package import NotesDomain

extension MarkdownDocument {
  /// Returns the note of the document. The stored note, if there is one, supplies everything the document does not have,
  /// such as attachments, and its state: a changed file does not restore a note from the trash.
  package func note(id: NoteID, over known: Note? = nil, attachments: [Attachment]? = nil) -> Note {
    let created = (created ?? known?.created ?? creation).inFourDigitYears
    var note = Note(
      id: id, title: title(over: known), body: body, tags: tags, notebook: notebook,
      isPinned: isPinned || known?.isPinned ?? false, isArchived: isArchived || known?.isArchived ?? false,
      trashed: trashed.map(\.inFourDigitYears) ?? known?.trashed, created: created,
      modified: (modified ?? max(created, fileModified)).inFourDigitYears,
      foreignFrontMatter: foreignFrontMatter, attachments: attachments ?? known?.attachments ?? [])
    note.fileName = fileName(of: note, known: known)
    if let known, note.modified <= known.modified, ContentDigest(of: note) != ContentDigest(of: known) {
      // The file was changed by a program that does not know the key `updated`.
      note.modified = max(known.modified, fileModified)
    }
    return note
  }

  /// The place of the document in a folder.
  var place: NotePlace { NotePlace(notebook: notebook, stem: stem) }

  /// Returns the document with a title from its text, if it has none.
  package func titled() -> MarkdownDocument {
    guard title.flatMap(NoteTitle.cleaned) == nil, !body.isBlank else { return self }
    var titled = self
    titled.title = NoteTitle.derived(from: body)
    return titled
  }

  /// The creation time of the document, or the modification time of its file.
  package var creation: Timestamp { (created ?? fileModified).inFourDigitYears }

  /// Returns the title of the document, of its first heading, or the name of its file. The note of a day whose file still has the
  /// date as its name keeps that.
  private func title(over known: Note?) -> String {
    if let title = title.flatMap(NoteTitle.cleaned) { return title }
    if let known, known.hasTitleOfItsDay, stem.hasSameBytes(as: known.title) { return known.title }
    return NoteTitle.ofFile(stem, body: body)
  }

  /// Returns the name of the file, unless it follows from the title of the note, which has none so far.
  private func fileName(of note: Note, known: Note?) -> String {
    let derived = MarkdownFileName.stem(for: note.title)
    if stem == derived || !MarkdownFileName.isStem(stem) { return "" }
    // An export adds a number to a name that another note has.
    let isNumbered = MarkdownFileName.isNumbered(stem, of: derived)
    let isOfExport = known?.fileName.isEmpty ?? (base == ContentDigest(of: note))
    return isNumbered && isOfExport ? "" : stem
  }

  private var notebook: Notebook {
    Notebook(path.enclosingPath) ?? .root
  }

  private var stem: String { MarkdownFileName.stem(ofPath: path) }
}

extension MarkdownDocument {
  /// Creates the file of a note, with the paths of its attachments; the missing ones are not in the folder. A title that
  /// follows from the text or the name of the file is not written.
  init(_ note: Note, path: String, attachments: [String], missing: [Attachment]) {
    let derived = NoteTitle.ofFile(MarkdownFileName.stem(ofPath: path), body: note.body)
    self.init(
      path: path, id: note.id, base: ContentDigest(of: note),
      title: derived.hasSameBytes(as: note.title) ? nil : note.title,
      tags: note.tags, isPinned: note.isPinned, isArchived: note.isArchived,
      trashed: note.trashed, created: note.created, modified: note.modified, fileModified: note.modified,
      attachments: attachments.isEmpty ? nil : attachments, missingAttachments: missing,
      foreignFrontMatter: note.foreignFrontMatter, body: note.body, digest: ContentDigest(of: note.body.utf8))
  }
}
