import NotesDomain

/// Finds the notes of documents that neither name one nor have a record: another device imported the file, or this one did in
/// another folder. See "Notes and files" in `docs/storage.md`.
struct TwinFinder {
  /// The note of a document.
  enum Twin {
    /// The document is the note as it is, or was in a version that the store knows. The version is given.
    case version(Note)
    /// The document is a version that the store does not know.
    ///
    /// - Parameter base: The common ancestor; `nil` if both were changed.
    case relative(NoteID, base: Note?)

    var note: NoteID {
      switch self {
      case .version(let note): note.id
      case .relative(let note, _): note
      }
    }
  }

  private let history: any NoteHistory
  private let placed: [NotePlace: [Note]]
  private let created: [Timestamp: [Note]]
  /// The notes at the places that have a file on this device. Looked up together, since that reads all records.
  private let recorded: Set<NoteID>

  /// Looks up the notes at the places of documents, and of their times.
  init(for documents: [MarkdownDocument], repository: any NoteRepository, history: any NoteHistory) async throws {
    self.history = history
    let notes = try await repository.notes(at: Set(documents.map(\.place)))
    placed = Dictionary(grouping: notes, by: \.place)
    recorded = notes.isEmpty ? [] : Set(try await repository.importRecords(of: notes.map(\.id)).map(\.note))
    created = Dictionary(
      grouping: try await repository.notes(created: Set(documents.map(\.creation))), by: \.created)
  }

  /// Returns the note of a document; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - isFree: Returns whether no other file is that of a note.
  ///   - isMissing: Returns whether the file of a note is gone from the folder.
  func twin(
    of document: MarkdownDocument, with files: ImportedAttachments.Found, where isFree: (NoteID) -> Bool,
    orFileOf isMissing: (NoteID) -> Bool
  ) async throws -> Twin? {
    let free = (placed[document.place] ?? []).filter { isFree($0.id) }
    // A note in the trash is only asked where no other one has the place.
    let placed = free.filter { $0.trashed == nil } + free.filter { $0.trashed != nil }
    // A time of whole seconds is a date that a person wrote, or that of an archive, which many files have.
    let isPrecise = document.creation.millisecondsSince1970 % 1000 != 0
    let created = isPrecise ? (created[document.creation] ?? []).filter { isFree($0.id) } : []
    guard !placed.isEmpty || !created.isEmpty else { return nil }
    let candidates = placed.map { note in (note: note, imported: document.note(over: note, with: files)) }
    if let equal = candidates.first(where: { ContentDigest(of: $0.note) == ContentDigest(of: $0.imported) }) {
      return .version(equal.imported)
    }
    for (note, imported) in candidates
    where try await history.note(note.id, withContents: [ContentDigest(of: imported)]) != nil {
      return .version(imported)
    }
    var moved: [(note: Note, imported: Note)] = []
    for note in created {
      // It was moved or renamed since: everything else is as in the file.
      let imported = document.note(over: note, with: files)
      let isVersion = { (version: Note) in
        ContentDigest(of: imported.placed(as: version)) == ContentDigest(of: version)
      }
      if try isVersion(note) ? true : await history.note(note.id, where: isVersion) != nil {
        moved.append((note, imported))
      }
    }
    if let first = moved.first {
      // Files of one template that were copied at one time may differ as notes by now: then none is guessed.
      let areEqual = moved.allSatisfy {
        ContentDigest(of: $0.note.placed(as: first.note)) == ContentDigest(of: first.note)
      }
      return areEqual ? .version(first.imported) : relative(of: document, among: placed, files)
    }
    for note in created where isMissing(note.id) && !note.body.isEmpty {
      // Its own file is gone, and this one has its text with other files beside it.
      let hasText = { (version: Note) in version.body.hasSameBytes(as: document.body) }
      if try hasText(note) ? true : await history.note(note.id, where: hasText) != nil {
        return .relative(note.id, base: nil)
      }
    }
    return relative(of: document, among: placed, files)
  }

  /// Returns the note of which a document is an unknown version: at its place, with half of the lines of the shorter text in
  /// common, and without a file on this device. One in the trash is none: the file would go there, too.
  private func relative(
    of document: MarkdownDocument, among placed: [Note], _ files: ImportedAttachments.Found
  ) -> Twin? {
    let note = placed.first {
      $0.trashed == nil && !recorded.contains($0.id) && LineDiff.areRelated($0.body, document.body)
    }
    return note.map { note in
      .relative(note.id, base: Self.ancestor(of: note, and: document.note(over: note, with: files)))
    }
  }

  /// Returns the common ancestor of a note and an unknown version of it, of which one has all lines of the other: its text is that
  /// of the other, and everything else is what both have. `nil` if a line of either would be given up.
  private static func ancestor(of note: Note, and other: Note) -> Note? {
    let hunks = LineDiff.hunks(from: TextLines(note.body), to: TextLines(other.body))
    let isLater = hunks.allSatisfy(\.old.isEmpty)
    let lines = (note.foreignFrontMatter, other.foreignFrontMatter)
    let isEqual = lines.0.hasSameBytes(as: lines.1)
    guard isLater || hunks.allSatisfy(\.new.isEmpty), isEqual || lines.0.isEmpty || lines.1.isEmpty else { return nil }
    var ancestor = other.placed(as: note)
    ancestor.body = isLater ? note.body : other.body
    // The note's own title stays.
    ancestor.title = other.title
    ancestor.tags = note.tags.filter(Set(other.tags).contains)
    ancestor.foreignFrontMatter = isEqual ? lines.0 : ""
    ancestor.attachments = note.attachments.filter(other.attachments.contains)
    return ancestor
  }
}

extension Note {
  /// Returns the note under the title, in the notebook and with the name of the file of another one.
  fileprivate func placed(as other: Note) -> Note {
    var note = self
    (note.title, note.notebook, note.fileName) = (other.title, other.notebook, other.fileName)
    return note
  }
}

extension MarkdownDocument {
  /// Returns the version of a note that the document is.
  func note(over known: Note, with files: ImportedAttachments.Found) -> Note {
    note(id: known.id, over: known, attachments: files.isEmpty ? nil : files.attachments(over: known.attachments))
  }
}
