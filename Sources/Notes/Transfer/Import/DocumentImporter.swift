import NotesDomain

/// Compares imported documents with the store, and stores them.
struct DocumentImporter: Sendable {
  /// The number of documents in a transaction.
  static let batchSize = 500
  /// The number of times that documents are compared again since their notes changed.
  private static let maximumRounds = 50

  let repository: any NoteRepository
  let history: any NoteHistory
  let ids: any NoteIDGenerator
  let wallClock: any WallClock
  let transfer: BlobTransfer
  let folder: any MarkdownFolder

  /// Stores documents. Each is compared again when its note changes before it is stored.
  @concurrent
  func store(
    _ documents: [MarkdownDocument], of source: ImportSource, assignments: ImportAssignments
  ) async throws -> (batch: ImportBatch, assignments: ImportAssignments) {
    var (result, assignments) = (ImportBatch(), assignments)
    var (waiting, rounds) = (documents, 0)
    while !waiting.isEmpty {
      rounds += 1
      guard rounds <= Self.maximumRounds else {
        for document in waiting {
          result.skip(document, MarkdownFileError(path: document.path, reason: .unreadable("Its note keeps changing")))
        }
        break
      }
      let batch = try await compare(waiting, of: source, assignments: &assignments)
      // A later file with the same content is another note.
      for item in batch.items { assignments.claim(item.note.id) }
      let refused = batch.items.isEmpty ? [] : Set(try await repository.store(batch.items))
      let again = batch.items.filter { refused.contains($0.note.id) }
      for item in again { assignments.release(item) }
      let paths = Set(again.compactMap(\.record?.path).map(PathKey.init))
      result.add(batch, except: paths)
      waiting = waiting.filter { paths.contains(PathKey($0.path)) }
    }
    return (result, assignments)
  }

  /// Compares documents with their notes, and stores their attachments.
  private func compare(
    _ documents: [MarkdownDocument], of source: ImportSource, assignments: inout ImportAssignments
  ) async throws -> ImportBatch {
    let attachments = ImportedAttachments(
      transfer: transfer, directory: source.directory, files: source.files, history: history)
    let records = Dictionary(
      grouping: try await repository.importRecords(paths: documents.flatMap { source.recordedPaths(of: $0.path) }),
      by: { PathKey($0.path) })
    let replaced = replacedFiles(among: documents, in: source)
    let written = try await unrecordedFiles(
      among: documents, except: replaced, records: records, in: source, attachments: attachments)
    var batch = ImportBatch()
    // The mirror records them when it is repeated.
    for document in documents where written.asNotes.contains(PathKey(document.path)) {
      batch.set(.unchanged, for: document)
    }
    let documents = documents.filter { !written.asNotes.contains(PathKey($0.path)) }
    let named = Set(documents.compactMap(\.id))
    var matches: [DocumentMatch] = []
    for document in try await withoutCopies(documents, besides: written.changed, in: source) {
      let found = source.recordedPaths(of: document.path).flatMap { records[PathKey($0)] ?? [] }
      matches.append(
        try await match(
          document, isOwn: written.changed.contains(PathKey(document.path)), among: found, named: named,
          replaced: replaced, in: source, attachments: attachments, assignments: &assignments))
    }
    try await findRenamed(among: &matches, named: named, assignments: &assignments)
    try await findTwins(of: &matches, in: source, assignments: &assignments)
    let ids = Set(matches.flatMap { [$0.target, $0.record?.note].compactMap(\.self) })
    var stored = Dictionary(uniqueKeysWithValues: try await repository.notes(ids.sorted()).map { ($0.id, $0) })
    let successors = try await findSuccessors(
      for: &matches, of: source, among: stored, except: named.union(replaced), assignments: &assignments)
    stored.merge(successors) { $1 }
    // Another folder or archive may have had the same notes, such as an earlier export of the same program.
    let unrecorded = matches.filter { $0.origin == nil }.compactMap(\.target).filter { stored[$0] != nil }
    let others = unrecorded.isEmpty ? [] : try await repository.importRecords(of: unrecorded)
    let strangers = matches.compactMap { match in
      match.record.flatMap { source.isRecord($0, of: match.document.path) ? nil : $0 }
    }
    let abandoned = (others + strangers).abandoned(in: folder)
    for index in matches.indices where matches[index].origin == nil {
      // The file was moved here. Its folder misses it no more, since the note has a file.
      guard let note = matches[index].target.flatMap({ stored[$0] }), note.trashed == nil,
        let former = others.first(where: {
          $0.note == note.id && $0.isFile(matches[index].document) && abandoned.contains($0)
        })
      else { continue }
      (matches[index].twin, matches[index].renamed) = (nil, former)
    }
    for match in matches {
      let document = match.document
      let recorded = match.record.flatMap { stored[$0.note] }
      let isKnown = match.isUnchanged && (recorded != nil || !source.restoresPurged)
      switch match.files {
      case _ where isKnown && recorded == nil: batch.set(.purged, for: document)
      case .success(let files) where isKnown:
        // Later changes of the note are the user's. Restores bytes that were lost, but not those of attachments that were
        // detached from the note.
        if let recorded,
          let problem = try await attachments.store(files.keeping(recorded.attachments), of: document)
        {
          batch.problems.append(problem)
        }
        batch.unattached += files.problems
        let item = relocation(of: match, to: source, stored: stored, abandoned: abandoned)
        batch.set(.unchanged, for: document, item: item)
      case .failure where isKnown: batch.set(.unchanged, for: document)
      case .failure(let problem): batch.skip(document, problem)
      case .success(let files):
        if let problem = try await attachments.store(files, of: document) {
          batch.skip(document, problem)
        } else {
          let note = match.target.flatMap { stored[$0] }
          batch.unattached += files.problems(besides: note?.attachments ?? [])
          try await assign(match, files: files, to: note, source: source, others: others, in: &batch)
        }
      }
    }
    return batch
  }

  /// Finds the files that are gone, and that were renamed to documents: their names count before their contents, which many files
  /// may have that were made from one template.
  private func findRenamed(
    among matches: inout [DocumentMatch], named: Set<NoteID>, assignments: inout ImportAssignments
  ) async throws {
    let unknown = matches.indices.filter { matches[$0].origin == nil }
    let rivals = assignments.rivals(for: unknown.map { matches[$0].document })
    let notes = rivals.isEmpty ? [] : try await repository.notes(Set(rivals.map(\.note)).sorted())
    let stored = Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0) })
    assignments.setEdited(
      rivals.filter { record in stored[record.note].map { $0.trashed != nil || !record.describes($0) } ?? false })
    for kinship in [ImportAssignments.Kinship.name, .content] {
      for index in unknown where matches[index].renamed == nil {
        matches[index].renamed = assignments.takeRenamed(to: matches[index].document, by: kinship, except: named)
        if let target = matches[index].target { assignments.claim(target) }
      }
    }
  }

  /// Finds the notes of documents that neither name one nor have a record.
  private func findTwins(
    of matches: inout [DocumentMatch], in source: ImportSource, assignments: inout ImportAssignments
  ) async throws {
    let unknown = matches.indices.filter { matches[$0].target == nil }
    guard !unknown.isEmpty else { return }
    let finder = try await TwinFinder(
      for: unknown.map { matches[$0].document }, repository: repository, history: history)
    for index in unknown {
      guard case .success(let files) = matches[index].files else { continue }
      matches[index].twin = try await finder.twin(
        of: matches[index].document, with: files,
        where: { !assignments.claimed.contains($0) && source.recorded[$0] == nil },
        orFileOf: { assignments.isMissing($0) })
      guard let twin = matches[index].twin else { continue }
      assignments.claim(twin.note)
      if let missing = assignments.takeMissing(of: twin.note) {
        // A file of this folder that was renamed.
        (matches[index].twin, matches[index].renamed) = (nil, missing)
      }
    }
  }

  /// Returns the item that records an unchanged file in this folder, whose record is that of another import, or of a file or folder
  /// that was moved and not copied; `nil` if it is recorded, or its note is gone. The record of a file in a folder that is there
  /// stays: the file may come back.
  private func relocation(
    of match: DocumentMatch, to source: ImportSource, stored: [NoteID: Note], abandoned: Set<ImportRecord>
  ) -> ImportItem? {
    guard let record = match.record, !source.isRecord(record, of: match.document.path), let note = stored[record.note]
    else { return nil }
    let isFormer = source.isFormer(record)
    guard
      isFormer || note.trashed == nil && abandoned.contains(record)
        || source.isFile(of: record, at: match.document.path)
    else { return nil }
    return ImportItem(
      note: note, record: source.relocated(record, to: match.document.path), obsolete: isFormer ? record : nil,
      replacing: ContentDigest(of: note))
  }

  /// Finds the record and the note of a document.
  ///
  /// - Parameter isOwn: Whether the document is the note that it names, beside the recorded file of that one.
  private func match(
    _ document: MarkdownDocument, isOwn: Bool, among records: [ImportRecord], named: Set<NoteID>, replaced: Set<NoteID>,
    in source: ImportSource, attachments: ImportedAttachments, assignments: inout ImportAssignments
  ) async throws -> DocumentMatch {
    var document = document
    let files = try await attachments.find(document)
    if case .success(let files) = files { document.digest = document.fingerprint(with: files) }
    var match = DocumentMatch(document: document, files: files, record: source.record(of: document, among: records))
    if let id = document.id, assignments.claimed.contains(id), !isOwn { match.document.id = nil }
    if let id = match.document.id, !match.isUnchanged {
      match.contradicting = records.filter { $0.note != id }
      // The file of another note took the path, such as that of an archive's note with the same title.
      if let record = match.record, record.note != id { match.record = nil }
    }
    if let record = match.record, replaced.contains(record.note), match.document.id != record.note, !match.isUnchanged {
      match.record = nil
    }
    if match.record == nil { match.renamed = assignments.takeRenamed(to: match.document, by: .note, except: named) }
    if let target = match.target { assignments.claim(target) }
    return match
  }
}

extension DocumentImporter {
  /// Decides about the notes of files that are gone. The record of a file whose note is in the trash ends: if the file comes
  /// back, it is new, and no mirror may remove it. So does that of a file whose note has an equal one in another
  /// imported folder.
  ///
  /// - Parameter deletions: The files whose notes go to the trash, unless they were changed since.
  @concurrent
  func settle(
    _ assignments: ImportAssignments, of source: ImportSource, believing deletions: BelievedDeletions
  ) async throws -> GoneFiles {
    var gone = GoneFiles()
    // An empty folder is more likely to be the wrong one than a wish to remove all notes.
    let isEmpty = source.entries.isEmpty
    // What is behind a symbolic link is neither read nor missed.
    var records = assignments.missing.filter {
      !assignments.claimed.contains($0.note) && !folder.isLinked($0.path, in: source.directory)
    }[...]
    while !records.isEmpty {
      let portion = records.prefix(Self.batchSize)
      records = records.dropFirst(portion.count)
      let notes = Dictionary(
        uniqueKeysWithValues: try await repository.notes(Set(portion.map(\.note)).sorted()).map { ($0.id, $0) })
      let others = try await repository.importRecords(of: notes.keys.sorted())
      let elsewhere = Dictionary(
        grouping: others.filter { !$0.directory.hasSameBytes(as: source.root) && $0.isThere(in: folder) }, by: \.note)
      var items: [ImportItem] = []
      var ended: [ImportRecord] = []
      for record in portion {
        // One that was announced was perhaps never written, and one may have come back since the folder was listed.
        guard var note = notes[record.note], !record.isAnnounced, !record.isThere(in: folder) else { continue }
        guard note.trashed == nil else {
          if !isEmpty { ended.append(record) }
          continue
        }
        // The file moved. One with other bytes is that of another mirror, where the deletion is still to come.
        let other = isEmpty ? nil : elsewhere[note.id]?.first { $0.digest == record.digest }
        let isDeletable = !isEmpty && (other != nil || record.describes(note))
        guard isDeletable, deletions.contains(record.path) else {
          if isDeletable { gone.deletable.append(record.path) }
          if other == nil { gone.kept.append(record.path) }
          continue
        }
        if let other {
          ended.append(record)
          gone.elsewhere.append(FileElsewhere(path: record.path, other: other.file))
          continue
        }
        let content = ContentDigest(of: note)
        note.trashed = wallClock.now()
        items.append(ImportItem(note: note, record: nil, obsolete: record, replacing: content))
      }
      let refused = items.isEmpty ? [] : Set(try await repository.store(items))
      gone.kept += items.filter { refused.contains($0.note.id) }.compactMap(\.obsolete?.path)
      gone.trashed += items.count - refused.count
      if !ended.isEmpty { try await repository.replaceImportRecords(ended, with: []) }
    }
    return gone
  }
}
