import NotesDomain

/// Of several files that name one note, finds those that are its own.
extension DocumentImporter {
  /// Returns the paths of files that a mirror wrote for notes that left the recorded ones, which it neither removed nor recorded,
  /// since it ended early: those that say what their notes say, and those that were changed since. Each has the digest of its
  /// note as it is, and the note's own place. They are no copies, and the recorded files are their remains.
  func unrecordedFiles(
    among documents: [MarkdownDocument], except replaced: Set<NoteID>, records: [PathKey: [ImportRecord]],
    in source: ImportSource, attachments: ImportedAttachments
  ) async throws -> (asNotes: Set<PathKey>, changed: Set<PathKey>) {
    let candidates = documents.filter { document in
      guard document.base != nil, let id = document.id, source.recorded[id] != nil else { return false }
      let isRecorded = records[PathKey(document.path)]?.contains { source.isRecord($0, of: document.path) } ?? false
      return !isRecorded && !replaced.contains(id)
    }
    guard !candidates.isEmpty else { return ([], []) }
    let notes = try await repository.notes(Set(candidates.compactMap(\.id)).sorted())
    let stored = Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0) })
    var (asNotes, changed): (Set<PathKey>, Set<PathKey>) = ([], [])
    for var document in candidates {
      guard let note = document.id.flatMap({ stored[$0] }), let former = source.recorded[note.id],
        document.base == ContentDigest(of: note), note.hasPlace(at: document.path), !note.hasPlace(at: former),
        case .success(let files) = try await attachments.find(document)
      else { continue }
      document.digest = document.fingerprint(with: files)
      let isNote =
        isExport(document, with: files, of: note)
        || ContentDigest(of: document.note(over: note, with: files)) == document.base
      if isNote { asNotes.insert(PathKey(document.path)) } else { changed.insert(PathKey(document.path)) }
    }
    return (asNotes, changed)
  }

  /// Returns documents of which one has the id of each note, and the others are copies of it: the note has the file that an
  /// earlier import read, or else the file at the note's own path, or else the first one.
  ///
  /// - Parameter own: The files that are no copies, beside the recorded ones of their notes.
  func withoutCopies(
    _ documents: [MarkdownDocument], besides own: Set<PathKey>, in source: ImportSource
  ) async throws -> [MarkdownDocument] {
    let groups = Dictionary(grouping: documents.filter { $0.id != nil }, by: \.id)
    var owners = groups.compactMapValues { $0.count > 1 ? $0.first?.path : nil }
    for note in try await repository.notes(owners.keys.compactMap(\.self).sorted()) {
      guard let path = note.place.paths.first else { continue }
      let equal = groups[note.id]?.filter { $0.path == path } ?? []
      if let own = equal.first(where: { $0.path.hasSameBytes(as: path) }) ?? equal.first { owners[note.id] = own.path }
    }
    // Files that are read in one part are all at hand, and recorded ones have their notes.
    let isPart = documents.count < source.entries.count
    let unrecorded = isPart ? Set(documents.compactMap(\.id)).filter { source.recorded[$0] == nil } : []
    for note in try await repository.notes(unrecorded.sorted()) {
      // The file at the note's own place may come in a later part of the import.
      guard let own = note.place.paths.first, source.paths.contains(PathKey(own)),
        groups[note.id]?.contains(where: { $0.path.hasSameBytes(as: own) }) == false,
        id(ofFile: own, in: source) == note.id
      else { continue }
      owners[note.id] = own
    }
    let replaced = replacedFiles(among: documents, in: source)
    return documents.map { document in
      guard let id = document.id, let owner = (replaced.contains(id) ? nil : source.recorded[id]) ?? owners[id],
        !owner.hasSameBytes(as: document.path), !own.contains(PathKey(document.path))
      else { return document }
      var copy = document
      copy.id = nil
      return copy
    }
  }

  /// Returns the notes whose recorded file is another one by now: it does not name the note, which a file at another path does. A
  /// mirror of another device moved the note's file, and a person wrote a new one under its former name.
  func replacedFiles(among documents: [MarkdownDocument], in source: ImportSource) -> Set<NoteID> {
    let ids = Dictionary(documents.map { (PathKey($0.path), $0.id) }) { first, _ in first }
    let named = Dictionary(documents.compactMap { document in document.id.map { ($0, document.path) } }) { first, _ in
      first
    }
    return Set(named.keys).filter { id in
      // Its own file names the note, or none did at the time of the import.
      guard let path = source.recorded[id], let other = named[id], !other.hasSameBytes(as: path),
        // The other one is recorded, too, where a mirror ended before it removed the note's former file.
        source.owners[PathKey(other)] != id
      else { return false }
      return (ids[PathKey(path)] ?? self.id(ofFile: path, in: source)) != id
    }
  }

  /// Returns the note that a file names, which is not among the documents at hand.
  private func id(ofFile path: String, in source: ImportSource) -> NoteID? {
    (try? folder.read(MarkdownFileEntry(path: path, bytes: 0), in: source.directory))?.id
  }
}
