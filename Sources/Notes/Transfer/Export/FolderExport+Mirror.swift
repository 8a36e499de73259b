import NotesDomain

extension FolderExport {
  /// Brings a folder in step with the notes outside of the trash.
  func mirror(to directory: String, replacing: Bool, after precedingImport: PrecedingImport?) async throws {
    let folder = try await prepareMirror(directory, replacing: replacing, after: precedingImport)
    let statistics = try await repository.statistics()
    report.total = statistics.active + statistics.archived
    let paths = ExportPaths(notebooks: statistics.notebooks.map(\.name), records: Array(folder.records.values))
    var mirror = Mirror(folder: folder, paths: paths, isReplacing: replacing, precedingImport: precedingImport)
    try await mirror.survey(repository)
    try await forEachBatch { notes in
      try await mirror.releasePaths(of: notes)
      var batch = MirrorBatch()
      for note in notes where note.trashed == nil { try await plan(note, of: &mirror, in: &batch) }
      await progress(report)
      // A file of which the store knows nothing would become another note if the mirror ended here.
      let announced = batch.writes.compactMap(\.announced)
      if !announced.isEmpty { try await repository.replaceImportRecords([], with: announced) }
      for write in batch.writes { try await perform(write, of: &mirror, in: &batch) }
      // No record says that a file is there before it is on the disk: after a failure of power, it would be taken for one that a
      // person changed.
      try flush(folder.root)
      try await repository.replaceImportRecords(batch.obsolete, with: batch.records)
    }
    if let precedingImport {
      let gone = try await goneNotes(of: mirror)
      guard precedingImport.mayRemove(gone, folder.records.count) else {
        report.heldRemovals = gone
        return
      }
    }
    try await removeFiles(of: mirror)
  }

  /// Decides what becomes of a note's file.
  private func plan(_ note: Note, of mirror: inout Mirror, in batch: inout MirrorBatch) async throws {
    let abandoned = mirror.paths.abandonedPaths(of: note)
    if !abandoned.isEmpty {
      // Two files of one note would become two notes.
      for path in abandoned {
        mirror.current.insert(PathKey(path))
        leave(path, try await mirror.file(at: path, for: nil).state, in: &mirror)
      }
    } else if let path = try await path(for: note, of: &mirror) {
      if let moved = try await mirror.movedFile(of: note.id, besides: path) {
        mirror.keepFiles(of: note.id)
        leave(moved, .changed, in: &mirror)
      } else {
        mirror.current.insert(PathKey(path))
        if let record = try await removeNamesake(of: path, in: &mirror) { batch.obsolete.append(record) }
        try await planFile(of: note, at: path, of: &mirror, in: &batch)
      }
    } else {
      return
    }
    report.finished += 1
  }

  /// Returns the path of a note beside the files of notes in the trash, which are new to the folder and in no import's way;
  /// `nil` if it is too long, which is reported.
  private func path(for note: Note, of mirror: inout Mirror) async throws -> String? {
    while let path = path(for: note, among: &mirror.paths) {
      guard !mirror.isReplacing, let other = await mirror.folder.unrecordedNote(at: path), other != note.id,
        try await repository.notes([other]).first?.trashed != nil
      else { return path }
    }
    return nil
  }

  /// Reports a file that is left alone, once.
  private func leave(_ path: String, _ found: MirroredFolder.File.State, in mirror: inout Mirror) {
    guard mirror.reported.insert(PathKey(path)).inserted else { return }
    if case .linked = found { report.linked.append(path) } else { report.edited.append(path) }
  }

  /// Prepares the folder of a mirror: a new or empty one, or one that was imported or mirrored before.
  private func prepareMirror(
    _ directory: String, replacing: Bool, after precedingImport: PrecedingImport?
  ) async throws -> MirroredFolder {
    // One that is gone since it was imported is not made again.
    if precedingImport == nil { try self.folder.prepare(directory, replacing: true) }
    let folder = try await MirroredFolder(
      directory, folder: self.folder, repository: repository, transfer: transfer, history: history)
    if folder.records.isEmpty, precedingImport == nil { try self.folder.prepare(directory, replacing: replacing) }
    return folder
  }

  /// Removes a recorded file whose path differs from that of a note in case only: some file systems take both for the same.
  /// Returns its record.
  private func removeNamesake(of path: String, in mirror: inout Mirror) async throws -> ImportRecord? {
    guard let namesake = mirror.folder.namesake(of: path), let record = mirror.folder.records[PathKey(namesake)] else {
      return nil
    }
    let file = try await mirror.file(at: namesake, for: nil)
    guard case .recorded = file.state, try remove(namesake, in: mirror.folder.root) else { return nil }
    report.removed += 1
    mirror.current.insert(PathKey(namesake))
    mirror.leave(file)
    return record
  }

  /// Plans to write a note to its file unless the file says the same, or was changed.
  private func planFile(
    of note: Note, at path: String, of mirror: inout Mirror, in batch: inout MirrorBatch
  ) async throws {
    let folder = mirror.folder
    if let digest = mirror.fingerprint(ofFile: path, of: note) {
      return keep(note, at: path, as: digest, of: &mirror, in: &batch)
    }
    if !mirror.isReplacing, let namesake = folder.namesake(of: path), !mirror.current.contains(PathKey(namesake)) {
      return leave(path, .changed, in: &mirror)
    }
    let file = try await mirror.file(at: path, for: note)
    switch file.state {
    case .current(let digest):
      mirror.keep(file)
      keep(note, at: path, as: digest, of: &mirror, in: &batch)
    case .changed where !mirror.isReplacing, .linked:
      mirror.keep(file)
      // A former file is the note's only one.
      if case .linked = file.state { mirror.keepFiles(of: note.id) }
      leave(path, file.state, in: &mirror)
    case .missing where mirror.holdsBack(path, of: note):
      report.heldBack.append(path)
    case .missing, .recorded, .changed:
      guard let attachments = await mirror.paths(forAttachmentsOf: note, at: path) else {
        mirror.keep(file)
        mirror.keepFiles(of: note.id)
        return leave(path, .linked, in: &mirror)
      }
      if case .recorded = file.state { mirror.leave(file) }
      mirror.settled.insert(PathKey(path))
      var write = MirrorWrite(note: note, path: path, file: file, attachments: attachments)
      if write.isNew, folder.records[PathKey(path)]?.note != note.id {
        write.announced = ImportRecord(
          directory: folder.root, path: path, announcing: await fingerprint(of: write), of: note)
      }
      batch.writes.append(write)
    }
  }

  /// Returns the fingerprint of a file if this device has all attachments of its note.
  private func fingerprint(of write: MirrorWrite) async -> ContentDigest {
    let attachments = inOrder(write.attachments, of: write.note)
    var document = MarkdownDocument(
      write.note, path: write.path, attachments: attachments.map(\.file.path), missing: [])
    document.bareDates = write.file.bareDates
    document.digest = folder.digest(of: document)
    return document.fingerprint(with: attachments.map(\.attachment.digest))
  }

  /// Writes a note to its file, with its attachments, unless one of them was changed since it was planned.
  private func perform(_ write: MirrorWrite, of mirror: inout Mirror, in batch: inout MirrorBatch) async throws {
    do {
      try await writeFile(write, of: &mirror, in: &batch)
    } catch {
      // Other notes are written nevertheless. The announcement stays: the next mirror has no need of another one.
      try leaveOut(error, at: write.path)
      mirror.keep(write.file)
      mirror.keepFiles(of: write.note.id)
    }
  }

  private func writeFile(_ write: MirrorWrite, of mirror: inout Mirror, in batch: inout MirrorBatch) async throws {
    let (note, path, root) = (write.note, write.path, mirror.folder.root)
    if let changed = await mirror.changedAttachment(among: write.attachments) {
      return abandon(write, for: changed, of: &mirror, in: &batch)
    }
    var (document, blobs) = try await file(
      of: note, at: path, with: write.attachments, bareDates: write.file.bareDates, in: root)
    // The file may lack an attachment that is on this device no more than before.
    if let text = write.file.text, folder.digest(of: document) == text {
      document.digest = text
      return keep(note, at: path, as: document.fingerprint(with: blobs), of: &mirror, in: &batch)
    }
    // The attachments of this note alone may have taken minutes.
    guard await mirror.isUnchanged(write.file, at: path) else {
      return abandon(write, for: path, of: &mirror, in: &batch)
    }
    do {
      document.digest = try self.write(document, in: root, replacing: !write.isNew)
      batch.records.append(
        ImportRecord(directory: root, path: path, digest: document.fingerprint(with: blobs), note: note))
    } catch MarkdownFolderError.exists {
      // The file came in this moment.
      abandon(write, for: path, of: &mirror, in: &batch)
    }
  }

  /// Leaves a note's file as it is, for a file that was changed since the write was planned.
  private func abandon(
    _ write: MirrorWrite, for changed: String, of mirror: inout Mirror, in batch: inout MirrorBatch
  ) {
    if let announced = write.announced { batch.obsolete.append(announced) }
    mirror.keep(write.file)
    // A former file is the note's only one.
    mirror.keepFiles(of: write.note.id)
    leave(changed, .changed, in: &mirror)
  }

  private func keep(
    _ note: Note, at path: String, as digest: ContentDigest, of mirror: inout Mirror, in batch: inout MirrorBatch
  ) {
    report.unchanged += 1
    mirror.settled.insert(PathKey(path))
    if let record = mirror.folder.records[PathKey(path)], record.digest == digest, record.note == note.id,
      record.describes(note)
    {
      return
    }
    // A mirror that was interrupted may have written it.
    isUnflushed = true
    batch.records.append(ImportRecord(directory: mirror.folder.root, path: path, digest: digest, note: note))
  }

  /// Returns the number of recorded files whose notes are gone, or in the trash. The former files of notes that moved are not among
  /// them.
  private func goneNotes(of mirror: Mirror) async throws -> Int {
    let records = mirror.folder.records.values.filter { !mirror.current.contains(PathKey($0.path)) }
    let notes = try await repository.notes(Set(records.map(\.note)).sorted())
    let kept = Set(notes.lazy.filter { $0.trashed == nil }.map(\.id))
    return records.count { !kept.contains($0.note) }
  }

  /// Removes the recorded files that are not current any more, and the attachments that only they or earlier versions of
  /// others had. Attachments elsewhere than where an export writes them may belong to other programs, and stay.
  private func removeFiles(of mirror: Mirror) async throws {
    var mirror = mirror
    var obsolete: [ImportRecord] = []
    let folder = mirror.folder
    for record in folder.records.values.sorted(by: { $0.path < $1.path })
    where !mirror.current.contains(PathKey(record.path)) {
      let file = try await mirror.file(at: record.path, for: nil)
      switch file.state {
      case .recorded:
        guard try remove(record.path, in: folder.root) else { continue }
        mirror.leave(file)
        report.removed += 1
        obsolete.append(record)
      case .missing:
        if let moved = try await mirror.movedFile(of: record.note, besides: nil) {
          leave(moved, .changed, in: &mirror)
          continue
        }
        // A mirror that was interrupted may have removed it.
        isUnflushed = true
        obsolete.append(record)
      case .linked: leave(record.path, file.state, in: &mirror)
      case .changed, .current:
        leave(record.path, file.state, in: &mirror)
        // It is the file of a note no more, which has another one: else the next mirror would choose between both.
        if mirror.isReplacing { obsolete.append(record) }
      }
    }
    // Something else may have taken the place of one.
    for (path, digest) in mirror.obsoleteAttachments where (try? await folder.content(of: path)) == digest {
      try remove(path, in: folder.root)
    }
    try flush(folder.root)
    try await repository.replaceImportRecords(obsolete, with: [])
  }

  /// Removes a file. Returns whether that was possible; otherwise it is reported.
  @discardableResult
  private func remove(_ path: String, in directory: String) throws -> Bool {
    isUnflushed = true
    do {
      try folder.remove(path, in: directory)
      return true
    } catch {
      try leaveOut(error, at: path)
      return false
    }
  }

  /// Leaves out a file that cannot be written or removed, and reports it.
  ///
  /// - Throws: The error, if it is of another kind, or if so many files have it that it is one of the folder.
  private func leaveOut(_ error: any Error, at path: String) throws {
    let reason: String
    switch error {
    case MarkdownFolderError.unwritable(_, let detail), FileError.unwritable(_, let detail): reason = detail
    case FileError.notAFile, FileError.notReplaceable: reason = "Something else is there"
    default: throw error
    }
    guard report.unwritable.count < Self.maximumUnwritable else { throw error }
    report.unwritable.append(UnwritableFile(path: path, reason: reason))
  }
}

/// The changes of a mirror to the files of a batch of notes.
private struct MirrorBatch {
  var writes: [MirrorWrite] = []
  /// The records of files that are as their notes are.
  var records: [ImportRecord] = []
  /// The records of files that are gone.
  var obsolete: [ImportRecord] = []
}

/// A file that a mirror is about to write.
private struct MirrorWrite {
  let note: Note
  let path: String
  /// The file that is there, compared with the note.
  let file: MirroredFolder.File
  let attachments: [ExportPaths.AttachmentPath]
  /// The record of a new file before it is there.
  var announced: ImportRecord?

  /// Whether nothing is there.
  var isNew: Bool { if case .missing = file.state { true } else { false } }
}
