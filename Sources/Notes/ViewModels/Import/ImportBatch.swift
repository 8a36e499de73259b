import NotesDomain

/// The comparison of imported documents with the store: new ones, changed ones, and unchanged ones.
struct ImportBatch {
  private(set) var items: [ImportItem] = []
  private(set) var added = 0
  private(set) var updated = 0
  private(set) var keptBoth = 0
  private(set) var unchanged = 0
  /// The documents that are left out, since their attachments cannot be imported.
  private(set) var problems: [MarkdownFileError] = []
  /// The notes that documents of this import have been assigned to.
  private(set) var claimed: Set<NoteID>

  /// Compares documents with the store, and stores their attachments.
  ///
  /// - Parameter claimed: The notes that earlier documents of this import have been assigned to. Another document of the
  ///   same note, such as a copied file, becomes a new note.
  init(
    _ documents: [MarkdownDocument], from root: String, repository: any NoteRepository, ids: any NoteIDGenerator,
    attachments: ImportedAttachments, claimed: Set<NoteID> = []
  ) async throws {
    self.claimed = claimed
    let records = try await repository.importRecords(paths: documents.map(\.path))
    let candidates = Set(records.map(\.note) + documents.compactMap(\.id))
    let stored = Dictionary(uniqueKeysWithValues: try await repository.notes(candidates.sorted()).map { ($0.id, $0) })
    let byPath = Dictionary(grouping: records, by: \.path)
    for document in documents {
      var document = document
      let found = try await attachments.find(document)
      if case .success(let files) = found { document.digest = document.fingerprint(with: files) }
      let record = Self.record(of: document, from: root, among: byPath[document.path] ?? [])
      if let id = document.id, self.claimed.contains(id) { document.id = nil }
      let target = document.id ?? record?.note
      if let target { self.claimed.insert(target) }
      // An unchanged file: later changes of its note are the user's.
      if let record, record.digest == document.digest {
        if let known = stored[record.note], case .success(var files?) = found {
          // Restores bytes that were lost, but not those of attachments that were detached from the note.
          files.files = files.files.filter { known.attachments.contains($0.attachment) }
          if let problem = try await attachments.store(files, of: document) { problems.append(problem) }
        }
        unchanged += 1
        continue
      }
      switch found {
      case .success(let files):
        if let files, let problem = try await attachments.store(files, of: document) {
          problems.append(problem)
          continue
        }
        assign(document, files?.attachments, root: root, record: record, known: target.flatMap { stored[$0] }, ids: ids)
      case .failure(let problem): problems.append(problem)
      }
    }
  }

  /// Returns the record of a document: of this folder, or of a folder that was moved, with the file unchanged.
  private static func record(
    of document: MarkdownDocument, from root: String, among records: [ImportRecord]
  ) -> ImportRecord? {
    records.first { $0.directory == root } ?? records.first { $0.digest == document.digest }
  }

  private mutating func assign(
    _ document: MarkdownDocument, _ files: [Attachment]?, root: String, record: ImportRecord?, known: Note?,
    ids: any NoteIDGenerator
  ) {
    guard let known else {
      // Retains the id of the document, or of a note that is gone.
      let id = document.id ?? ids.next(created: document.creation)
      append(document.note(id: id, attachments: files), document, root: root)
      added += 1
      return
    }
    let note = document.note(id: known.id, over: known, attachments: files)
    if note == known {
      unchanged += 1
      return
    }
    // The file is a later version of the imported or exported content. Nothing else is known to be an earlier one.
    let content = ContentDigest(of: known)
    if record?.describes(known) ?? false || document.base == content || ContentDigest(of: note) == content {
      append(note, document, root: root, replacing: content)
      updated += 1
    } else {
      append(document.note(id: ids.next(created: document.creation), attachments: files), document, root: root)
      keptBoth += 1
    }
  }

  private mutating func append(
    _ note: Note, _ document: MarkdownDocument, root: String, replacing: ContentDigest? = nil
  ) {
    let record = ImportRecord(directory: root, path: document.path, digest: document.digest, note: note)
    items.append(ImportItem(note: note, record: record, replacing: replacing))
  }
}

extension MarkdownDocument {
  /// Returns the note of the document. The stored note, if there is one, supplies everything the document does not have,
  /// such as attachments, and its state: a changed file does not restore a note from the trash.
  func note(id: NoteID, over known: Note? = nil, attachments: [Attachment]? = nil) -> Note {
    let folders = path.split(separator: "/").dropLast().joined(separator: "/")
    let created = created ?? known?.created ?? creation
    let note = Note(
      id: id, title: noteTitle, body: body, tags: tags, notebook: Notebook(folders) ?? .root,
      isPinned: isPinned || known?.isPinned ?? false, isArchived: isArchived || known?.isArchived ?? false,
      trashed: trashed ?? known?.trashed, created: created, modified: modified ?? max(created, fileModified),
      foreignFrontMatter: foreignFrontMatter, attachments: attachments ?? known?.attachments ?? [])
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
  private var noteTitle: String {
    if let given = title.flatMap(NoteTitle.cleaned) { return given }
    return NoteTitle.heading(of: body) ?? NoteTitle.cleaned(stem) ?? NoteTitle.untitled
  }

  private var stem: String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }
}
