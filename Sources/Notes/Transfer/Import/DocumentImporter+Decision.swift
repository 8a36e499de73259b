import NotesDomain

extension DocumentImporter {
  /// Decides what becomes of a new or changed document and of its note, if there is one.
  ///
  /// - Parameter others: The records of other folders with the notes of documents that have none here.
  func assign(
    _ match: DocumentMatch, files: ImportedAttachments.Found, to known: Note?, source: ImportSource,
    others: [ImportRecord], in batch: inout ImportBatch
  ) async throws {
    var (document, known) = (match.document, known)
    // With a record of a file whose note stays in the trash, the next mirror would remove the file.
    let isNew = match.origin == nil && document.trashed == nil
    var isRestored = isNew && known?.trashed != nil
    if isRestored, let note = known {
      if try await history.isTrashedByImport(note.id) {
        known?.trashed = nil
      } else if try await isVersion(match, files: files, of: note) {
        return batch.set(.inTrash, for: document)
      } else {
        // No note would have its text.
        (document.id, known, isRestored) = (nil, nil, false)
      }
    }
    let isRenamed = match.renamed?.digest == document.digest
    var files = files.withoutStrangers(to: known?.attachments ?? [])
    // A file that moved as it was attaches nothing that was detached from its note.
    if isRenamed, let known { files = files.keeping(known.attachments) }
    func item(
      _ note: Note, ofFile imported: Note? = nil, replacing: ContentDigest? = nil, merge: MergeRecord? = nil,
      conflict: NoteConflict? = nil
    ) -> ImportItem {
      let record = ImportRecord(
        directory: source.root, path: document.path, digest: document.digest, note: imported ?? note)
      // The record of a file that came from another folder stays there, which has perhaps lent it.
      let isForeign = match.renamed.map { !$0.directory.hasSameBytes(as: source.root) } ?? false
      let obsolete = match.origin.flatMap { isForeign || source.isRecord($0, of: document.path) ? nil : $0 }
      return ImportItem(
        note: note, record: record, obsolete: obsolete, replacing: replacing, merge: merge, conflict: conflict)
    }
    func note(over known: Note) -> Note { document.note(over: known, with: files) }
    func newNote(_ id: NoteID?) -> Note {
      document.note(
        id: id ?? ids.next(created: document.creation), attachments: files.isEmpty ? nil : files.attachments(over: []))
    }

    func set(_ outcome: ImportBatch.Outcome, _ item: ImportItem) {
      guard let excess = (item.conflict?.ours ?? item.note).excess(over: [known].compactMap(\.self)) else {
        return batch.set(isRestored ? .restored : outcome, for: document, item: item)
      }
      batch.skip(document, MarkdownFileError(path: document.path, reason: .exceeds(excess)))
    }

    guard let known else {
      // Retains the id of the document, or of a note that is gone. A copy that returns after its note was purged names another.
      let own = match.isUnchanged && document.id != match.record?.note ? nil : document.id
      return set(.added, item(newNote(own)))
    }
    let content = ContentDigest(of: known)
    if case .version(let version) = match.twin {
      return set(.unchanged, item(known, ofFile: version, replacing: content))
    }
    let imported = note(over: known)
    if imported == known, match.renamed == nil {
      return set(.unchanged, item(imported, replacing: content))
    }
    if document.base == content, match.renamed == nil, imported.attachments == known.attachments,
      isExport(document, with: files, of: known)
    {
      return set(.unchanged, item(known, replacing: content))
    }
    let isLaterImport =
      document.modified.map { $0 >= known.modified } ?? false
      && others.contains { $0.note == known.id && $0.describes(known) }
    // The file is a later version of the imported or exported content. Nothing else is known to be an earlier one.
    if match.origin?.describes(known) ?? false || isLaterImport || document.base == content
      || ContentDigest(of: imported) == content
    {
      return set(isRenamed ? .renamed : .updated, item(imported, replacing: content))
    }
    var base = try await history.note(
      known.id, withContents: [match.origin?.content, document.base].compactMap(\.self))
    if case .relative(_, let ancestor) = match.twin { base = ancestor }
    if let base {
      let changed = note(over: base)
      if let merged = NoteMerge.merge(base: base, ours: known, theirs: changed) {
        let merge = MergeRecord(note: known.id, base: base, theirs: changed)
        return set(.merged, item(merged, ofFile: changed, replacing: content, merge: merge))
      }
    }
    // The note would stay in the trash beside the copy.
    if isRestored {
      isRestored = false
      return set(.added, item(newNote(nil)))
    }
    var copy = document.note(
      id: ids.next(created: document.creation), attachments: imported.attachments)
    copy.title += NoteConflict.copySuffix
    copy.fileName = ""
    let conflict = NoteConflict(
      note: known.id, copy: copy.id, base: base, theirs: known, ours: imported, detected: wallClock.now())
    set(.conflicting, item(copy, ofFile: imported, conflict: conflict))
  }

  /// Returns whether a document says what a note says, in whichever notebook, or said in a version that the store knows.
  func isVersion(
    _ match: DocumentMatch, files: ImportedAttachments.Found, of note: Note
  ) async throws -> Bool {
    if case .version = match.twin { return true }
    let imported = match.document.note(over: note, with: files)
    let isSame = { (version: Note) -> Bool in
      var moved = imported
      moved.notebook = version.notebook
      return ContentDigest(of: moved) == ContentDigest(of: version)
    }
    if isSame(note) || isExport(match.document, with: files, of: note) { return true }
    return try await history.note(note.id, where: isSame) != nil
  }

  /// Returns whether an export of a note would write a file as it is. It is not always read as the note that it was written from: a
  /// line with a key that the export has, too, is a comment there.
  func isExport(
    _ document: MarkdownDocument, with files: ImportedAttachments.Found, of note: Note
  ) -> Bool {
    var export = MarkdownDocument(
      note, path: document.path, attachments: files.files.map(\.path), missing: files.missing)
    export.bareDates = document.bareDates
    export.digest = folder.digest(of: export)
    return export.fingerprint(with: files) == document.digest
  }
}
