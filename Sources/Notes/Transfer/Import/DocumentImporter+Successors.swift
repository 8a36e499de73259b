import NotesDomain

/// Finds the notes that files of notes in the trash became when they were edited.
extension DocumentImporter {
  /// Lets each file that names a note in the trash go on as the note that an earlier edit of it became, and not as one more note:
  /// here, or at the same path in an earlier export of the same program, which is an archive, or a folder that is gone.
  ///
  /// The file at a path can be another one by now. So it goes on only as a note that was made of this file, where it was edited
  /// since the named note went to the trash, and where no other file is that of either note.
  ///
  /// - Parameter others: The notes that have other files.
  /// - Returns: The notes that the files go on as.
  func findSuccessors(
    for matches: inout [DocumentMatch], of source: ImportSource, among stored: [NoteID: Note],
    except others: Set<NoteID>, assignments: inout ImportAssignments
  ) async throws -> [NoteID: Note] {
    let contradicted = matches.indices.filter { index in
      let match = matches[index]
      return match.origin == nil && match.document.id.flatMap { stored[$0] }?.trashed != nil
    }
    let ids = Set(contradicted.flatMap { matches[$0].contradicting.map(\.note) })
    guard !ids.isEmpty else { return [:] }
    let notes = Dictionary(uniqueKeysWithValues: try await repository.notes(ids.sorted()).map { ($0.id, $0) })
    var successors: [NoteID: Note] = [:]
    for index in contradicted {
      let (match, path) = (matches[index], matches[index].document.path)
      let records = match.contradicting.filter { record in
        guard let note = notes[record.note], note.trashed == nil, note.isMade(of: match.document),
          source.recorded[note.id]?.hasSameBytes(as: path) ?? true
        else { return false }
        return !others.contains(note.id) && !assignments.claimed.contains(note.id)
      }
      let own = records.first { source.isRecord($0, of: path) || source.isFile(of: $0, at: path) }
      // A file that is still there goes on itself: this one is beside it, not a later version.
      let former = records.filter { record in
        guard let note = notes[record.note], let modified = match.document.modified else { return false }
        return modified >= note.modified && !record.isThere(in: folder)
      }
      // The note is as the latest export left it, unless it was edited since.
      let latest = former.last { record in notes[record.note].map(record.describes) ?? false } ?? former.last
      guard let record = own ?? latest, let id = match.document.id, let named = stored[id],
        case .success(let files) = match.files
      else { continue }
      if try await isVersion(match, files: files, of: named) { continue }
      matches[index].document.id = nil
      if own != nil { matches[index].record = record } else { matches[index].renamed = record }
      assignments.claim(record.note, insteadOf: id)
      successors[record.note] = notes[record.note]
    }
    return successors
  }
}

extension Note {
  /// Returns whether a note was made of an earlier version of a file: it has its time of creation. Where the file has none, or one in
  /// whole seconds, which many files have, it also has half of the lines of the shorter text.
  fileprivate func isMade(of document: MarkdownDocument) -> Bool {
    guard document.created == nil || created == document.creation else { return false }
    let isPrecise = document.created != nil && created.millisecondsSince1970 % 1000 != 0
    return isPrecise || LineDiff.areRelated(body, document.body)
  }
}
