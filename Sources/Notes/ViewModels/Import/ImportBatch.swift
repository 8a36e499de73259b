import NotesDomain

/// What to do with some files: which are new, which changed, and which bring nothing.
struct ImportBatch {
  private(set) var items: [ImportItem] = []
  private(set) var added = 0
  private(set) var updated = 0
  private(set) var keptBoth = 0
  private(set) var unchanged = 0
  /// The documents whose attachments cannot be had; they are left out.
  private(set) var problems: [MarkdownFileError] = []
  /// The notes that files of this import are.
  private(set) var claimed: Set<NoteID>

  /// Compares files with what the store has and remembers.
  ///
  /// - Parameters:
  ///   - documents: The files.
  ///   - root: The folder's absolute path.
  ///   - repository: The store.
  ///   - ids: Where the ids of new notes come from.
  ///   - attachments: Keeps the files that belong to a note.
  ///   - claimed: The notes that earlier files of this import are. A second file for one of them, as copying a file makes
  ///     one, becomes a note of its own.
  init(
    _ documents: [MarkdownDocument], from root: String, repository: any NoteRepository, ids: any NoteIDGenerator,
    attachments: ImportedAttachments, claimed: Set<NoteID> = []
  ) async throws(StoreError) {
    self.claimed = claimed
    let records = try await repository.importRecords(paths: documents.map(\.path))
    let candidates = Set(records.map(\.note) + documents.compactMap(\.id))
    let stored = Dictionary(
      uniqueKeysWithValues: try await repository.notes(candidates.sorted()).map { ($0.id, $0) })
    let byPath = Dictionary(grouping: records, by: \.path)
    for document in documents {
      var document = document
      let found = try await attachments.find(document)
      if case .success(let files) = found { document.digest = document.fingerprint(with: files) }
      let record = Self.record(of: document, from: root, among: byPath[document.path] ?? [])
      if let id = document.id, self.claimed.contains(id) { document.id = nil }
      let target = document.id ?? record?.note
      if let target { self.claimed.insert(target) }
      // The same file again: whatever became of its note since, a person did that.
      if let record, record.digest == document.digest {
        if let known = stored[record.note], case .success(var files?) = found {
          // Its bytes may have been lost since; those of a file that was taken off the note are not wanted.
          files.files = files.files.filter { known.attachments.contains($0.attachment) }
          if let problem = try await attachments.keep(files, of: document) { problems.append(problem) }
        }
        unchanged += 1
        continue
      }
      switch found {
      case .success(let files):
        if let files, let problem = try await attachments.keep(files, of: document) {
          problems.append(problem)
          continue
        }
        place(
          document, files?.attachments, root: root, record: record, known: target.flatMap { stored[$0] }, ids: ids)
      case .failure(let problem): problems.append(problem)
      }
    }
  }

  /// The memory of a file: of this folder, or of a folder that was moved here and has the file unchanged.
  private static func record(
    of document: MarkdownDocument, from root: String, among records: [ImportRecord]
  ) -> ImportRecord? {
    records.first { $0.directory == root } ?? records.first { $0.digest == document.digest }
  }

  private mutating func place(
    _ document: MarkdownDocument, _ files: [Attachment]?, root: String, record: ImportRecord?, known: Note?,
    ids: any NoteIDGenerator
  ) {
    guard let known else {
      // A file that says which note it is, and a note that is gone, are both made anew under the id that is free.
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
    let wasEditedHere = record.map { $0.noteModified != known.modified } ?? (known.modified > note.modified)
    if wasEditedHere {
      append(
        document.note(id: ids.next(created: document.creation), attachments: files), document, root: root)
      keptBoth += 1
    } else {
      append(note, document, root: root, replacing: known.modified)
      updated += 1
    }
  }

  private mutating func append(
    _ note: Note, _ document: MarkdownDocument, root: String, replacing: Timestamp? = nil
  ) {
    let record = ImportRecord(
      directory: root, path: document.path, digest: document.digest, note: note.id, noteModified: note.modified)
    items.append(ImportItem(note: note, record: record, replacing: replacing))
  }
}

extension MarkdownDocument {
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
