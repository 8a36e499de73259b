import NotesDomain

/// The comparison of imported documents with the store.
struct ImportBatch: Sendable {
  /// The result for a document.
  enum Outcome: Sendable, Hashable {
    /// The document became a new note.
    case added
    /// The note has the document's later content.
    case updated
    /// The file of the note was renamed or moved.
    case renamed
    /// The note has the changes of the file and those that were made here.
    case merged
    /// The file and the note were changed in the same lines; the document became a new note in a conflict.
    case conflicting
    /// The file or its note is unchanged.
    case unchanged
    /// The attachments of the document cannot be read.
    case skipped
  }

  /// The notes to store.
  private(set) var items: [ImportItem] = []
  /// The outcomes by the paths of the documents.
  private(set) var outcomes: [String: Outcome] = [:]
  /// The documents that are left out, since their attachments cannot be imported.
  var problems: [MarkdownFileError] = []
  /// The linked files that cannot be attached. The texts of their documents are imported.
  var unattached: [MarkdownFileError] = []

  mutating func set(_ outcome: Outcome, for document: MarkdownDocument, item: ImportItem? = nil) {
    outcomes[document.path] = outcome
    if let item { items.append(item) }
  }
}

/// The notes and records that the documents of an import have been assigned to so far.
struct ImportAssignments: Sendable {
  /// The notes of documents. Another document of the same note, such as a copied file, becomes a new note.
  private(set) var claimed: Set<NoteID> = []
  /// The recorded files that are gone, except those that were found under another name.
  private(set) var missing: [ImportRecord]

  mutating func claim(_ note: NoteID) { claimed.insert(note) }

  mutating func release(_ note: NoteID) { claimed.remove(note) }

  /// Returns the record of the file that was renamed to a document: of the same note, or with the same content. It is not
  /// missing any more.
  mutating func takeRenamed(to document: MarkdownDocument) -> ImportRecord? {
    let index =
      missing.firstIndex { $0.note == document.id && !claimed.contains($0.note) }
      ?? missing.firstIndex { $0.digest == document.digest && !claimed.contains($0.note) }
    return index.map { missing.remove(at: $0) }
  }
}

extension MarkdownDocument {
  /// Returns the note of the document. The stored note, if there is one, supplies everything the document does not have,
  /// such as attachments, and its state: a changed file does not restore a note from the trash.
  func note(id: NoteID, over known: Note? = nil, attachments: [Attachment]? = nil) -> Note {
    let folders = path.split(separator: "/").dropLast().joined(separator: "/")
    let created = created ?? known?.created ?? creation
    var note = Note(
      id: id, title: noteTitle, body: body, tags: tags, notebook: Notebook(folders) ?? .root,
      isPinned: isPinned || known?.isPinned ?? false, isArchived: isArchived || known?.isArchived ?? false,
      trashed: trashed ?? known?.trashed, created: created, modified: modified ?? max(created, fileModified),
      foreignFrontMatter: foreignFrontMatter, attachments: attachments ?? known?.attachments ?? [])
    note.fileName = fileName(of: note, known: known)
    guard let known, note.modified <= known.modified, ContentDigest(of: note) != ContentDigest(of: known) else {
      return note
    }
    // The file was changed by a program that does not know the key `updated`.
    var changed = note
    changed.modified = max(known.modified, fileModified)
    return changed
  }

  /// The creation time of the document, or the modification time of its file.
  var creation: Timestamp { created ?? fileModified }

  /// The title of the document, of its first heading, or the name of its file.
  private var noteTitle: String { title.flatMap(NoteTitle.cleaned) ?? NoteTitle.ofFile(stem, body: body) }

  /// Returns the name of the file, unless it follows from the title of the note, which has none so far.
  private func fileName(of note: Note, known: Note?) -> String {
    let derived = MarkdownFileName.stem(for: note.title)
    if stem == derived || !MarkdownFileName.isStem(stem) { return "" }
    // An export adds a number to a name that another note has.
    let isNumbered = stem.hasPrefix(derived + " ") && Int(stem.dropFirst(derived.count + 1)) != nil
    let isOfExport = known?.fileName.isEmpty ?? (base == ContentDigest(of: note))
    return isNumbered && isOfExport ? "" : stem
  }

  private var stem: String {
    let name = AttachmentFolder.name(in: path)
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name[...])
  }
}
