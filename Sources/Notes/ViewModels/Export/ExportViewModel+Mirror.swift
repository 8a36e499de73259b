import NotesDomain

extension ExportViewModel {
  /// Brings a folder in step with the notes outside of the trash. Creates the folder if it does not exist.
  ///
  /// Files that were changed since the last import or export of the folder are left alone and reported: an import takes them
  /// in. So are attachments of other origin, beside which those of notes get other paths.
  ///
  /// - Parameter replacing: Whether the folder may have files of other origin, and changed files are replaced.
  package func mirror(to directory: String, replacing: Bool = false) async {
    begin()
    state.phase = await .after {
      let folder = try await prepareMirror(directory, replacing: replacing)
      let statistics = try await repository.statistics()
      state.total = statistics.active + statistics.archived
      let paths = ExportPaths(notebooks: statistics.notebooks.map(\.name), records: Array(folder.records.values))
      var mirror = Mirror(folder: folder, paths: paths, isReplacing: replacing)
      try await mirror.survey(repository)
      try await forEachBatch { notes in
        try await mirror.releasePaths(of: notes)
        var (records, respelled): ([ImportRecord], [ImportRecord]) = ([], [])
        for note in notes where note.trashed == nil {
          if let former = mirror.paths.abandonedPath(of: note) {
            // Two files of one note would become two notes.
            mirror.current.insert(PathKey(former))
            state.edited.append(former)
            state.finished += 1
            continue
          }
          guard let path = path(for: note, among: &mirror.paths) else { continue }
          mirror.current.insert(PathKey(path))
          if let record = try await removeNamesake(of: path, in: &mirror) { respelled.append(record) }
          if let record = try await update(note, at: path, of: &mirror) { records.append(record) }
          state.finished += 1
        }
        // No record is ahead of its file, which would be taken for one that a person changed after a failure of power.
        try await flush(folder.root)
        try await repository.replaceImportRecords(respelled, with: records)
      }
      try await removeFiles(of: mirror)
    }
  }

  /// Prepares the folder of a mirror: a new or empty one, or one that was imported or mirrored before.
  private func prepareMirror(_ directory: String, replacing: Bool) async throws -> MirroredFolder {
    try await prepare(directory, replacing: true)
    let folder = try await MirroredFolder(directory, folder: folder, repository: repository, transfer: transfer)
    if folder.records.isEmpty { try await prepare(directory, replacing: replacing) }
    return folder
  }

  /// Removes a recorded file whose path differs from that of a note in case only: some file systems take both for the same.
  /// Returns its record.
  private func removeNamesake(of path: String, in mirror: inout Mirror) async throws -> ImportRecord? {
    guard let namesake = mirror.folder.namesake(of: path), let record = mirror.folder.records[PathKey(namesake)] else {
      return nil
    }
    let file = try await mirror.file(at: namesake, for: nil)
    guard case .recorded = file.state else { return nil }
    try await remove(namesake, in: mirror.folder.root)
    state.removed += 1
    mirror.current.insert(PathKey(namesake))
    mirror.leave(file)
    return record
  }

  /// Writes a note to its file unless the file says the same, or was changed. Returns the new record of the file.
  private func update(_ note: Note, at path: String, of mirror: inout Mirror) async throws -> ImportRecord? {
    let folder = mirror.folder
    if let digest = mirror.fingerprint(ofFile: path, of: note) { return keep(note, at: path, as: digest, of: mirror) }
    if !mirror.isReplacing, let namesake = folder.namesake(of: path), !mirror.current.contains(PathKey(namesake)) {
      state.edited.append(path)
      return nil
    }
    let file = try await mirror.file(at: path, for: note)
    switch file.state {
    case .current(let digest):
      mirror.keep(file)
      return keep(note, at: path, as: digest, of: mirror)
    case .changed where !mirror.isReplacing:
      mirror.keep(file)
      state.edited.append(path)
      return nil
    case .missing, .recorded, .changed:
      if case .recorded = file.state { mirror.leave(file) }
      let attachments = await mirror.paths(forAttachmentsOf: note, at: path)
      let isNew = if case .missing = file.state { true } else { false }
      var (document, blobs) = try await self.file(
        of: note, at: path, with: attachments, bareDates: file.bareDates, in: folder.root)
      // The file may lack an attachment that is on this device no more than before.
      if let text = file.text, await digest(of: document) == text {
        document.digest = text
        return keep(note, at: path, as: document.fingerprint(with: blobs), of: mirror)
      }
      do {
        document.digest = try await write(document, in: folder.root, replacing: !isNew)
        return ImportRecord(
          directory: folder.root, path: path, digest: document.fingerprint(with: blobs), note: note)
      } catch MarkdownFolderError.exists {
        // The file came in this moment.
        state.edited.append(path)
        return nil
      }
    }
  }

  private func keep(_ note: Note, at path: String, as digest: ContentDigest, of mirror: Mirror) -> ImportRecord? {
    state.unchanged += 1
    let record = mirror.folder.records[PathKey(path)]
    guard record?.digest != digest || record?.note != note.id else { return nil }
    // A mirror that was interrupted may have written it.
    isUnflushed = true
    return ImportRecord(directory: mirror.folder.root, path: path, digest: digest, note: note)
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
        try await remove(record.path, in: folder.root)
        mirror.leave(file)
        state.removed += 1
        obsolete.append(record)
      case .missing:
        // A mirror that was interrupted may have removed it.
        isUnflushed = true
        obsolete.append(record)
      case .changed, .current:
        state.edited.append(record.path)
        // It is the file of a note no more, which has another one: else the next mirror would choose between both.
        if mirror.isReplacing { obsolete.append(record) }
      }
    }
    for (path, digest) in mirror.obsoleteAttachments where try await folder.content(of: path) == digest {
      try await remove(path, in: folder.root)
    }
    try await flush(folder.root)
    try await repository.replaceImportRecords(obsolete, with: [])
  }

  @concurrent
  private nonisolated func digest(of document: MarkdownDocument) async -> ContentDigest {
    folder.digest(of: document)
  }

  private func remove(_ path: String, in directory: String) async throws {
    isUnflushed = true
    try await removeFile(path, in: directory)
  }

  @concurrent
  private nonisolated func removeFile(_ path: String, in directory: String) async throws {
    try folder.remove(path, in: directory)
  }
}
