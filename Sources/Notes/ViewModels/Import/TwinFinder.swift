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

  private let repository: any NoteRepository
  private let versions: VersionFinder
  private let placed: [NotePlace: [Note]]
  private let created: [Timestamp: [Note]]

  /// Looks up the notes at the places of documents, and of their times.
  init(for documents: [MarkdownDocument], repository: any NoteRepository, versions: VersionFinder) async throws {
    self.repository = repository
    self.versions = versions
    placed = Dictionary(grouping: try await repository.notes(at: Set(documents.map(\.place))), by: \.place)
    created = Dictionary(
      grouping: try await repository.notes(created: Set(documents.map(\.creation))), by: \.created)
  }

  /// Returns the note of a document; `nil` if there is none.
  ///
  /// - Parameter isFree: Returns whether no other file is that of a note.
  func twin(
    of document: MarkdownDocument, with files: ImportedAttachments.Found, where isFree: (NoteID) -> Bool
  ) async throws -> Twin? {
    let placed = (placed[document.place] ?? []).filter { isFree($0.id) }
    let created = (created[document.creation] ?? []).filter { isFree($0.id) }
    guard !placed.isEmpty || !created.isEmpty else { return nil }
    let candidates = (placed + created).map { note in (note: note, imported: document.note(over: note, with: files)) }
    if let equal = candidates.first(where: { ContentDigest(of: $0.note) == ContentDigest(of: $0.imported) }) {
      return .version(equal.imported)
    }
    for (note, imported) in candidates
    where try await versions.note(note.id, withContents: [ContentDigest(of: imported)]) != nil {
      return .version(imported)
    }
    for note in created where !note.body.isEmpty {
      // It was moved or renamed since.
      let isVersion =
        note.body.hasSameBytes(as: document.body)
        ? true : try await versions.note(note.id, where: { $0.body.hasSameBytes(as: document.body) }) != nil
      if isVersion { return .version(document.note(over: note, with: files)) }
    }
    return try await relative(of: document, among: placed, files)
  }

  /// Returns the note of which a document is an unknown version: at its place, with half of the lines of the shorter text in
  /// common, and without a file on this device.
  private func relative(
    of document: MarkdownDocument, among placed: [Note], _ files: ImportedAttachments.Found
  ) async throws -> Twin? {
    for note in placed where LineDiff.areRelated(note.body, document.body) {
      guard try await repository.importRecords(of: [note.id]).isEmpty else { continue }
      let hunks = LineDiff.hunks(from: TextLines(note.body), to: TextLines(document.body))
      // Where one side has all lines of the other, it is the later one. Else no text of either is given up.
      let isLater = hunks.allSatisfy(\.old.isEmpty)
      let isEarlier = hunks.allSatisfy(\.new.isEmpty)
      let base = isLater ? note : isEarlier ? document.note(over: note, with: files) : nil
      return .relative(note.id, base: base)
    }
    return nil
  }
}

extension MarkdownDocument {
  /// Returns the version of a note that the document is.
  func note(over known: Note, with files: ImportedAttachments.Found) -> Note {
    note(id: known.id, over: known, attachments: files.isEmpty ? nil : files.attachments(over: known.attachments))
  }
}
