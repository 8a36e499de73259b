import NotesDomain

/// Finds the notes that files of notes in the trash became when they were edited.
extension DocumentImporter {
  /// Lets each file that names a note in the trash go on as the note that an earlier edit of it became, and not as one more note.
  ///
  /// The file at a path can be another one by now. So it goes on only as a note that was made of this file, where it was edited
  /// since the named note went to the trash, and where no other file is that of either note.
  ///
  /// - Parameter others: The notes that have other files.
  func findSuccessors(
    for matches: inout [DocumentMatch], among stored: [NoteID: Note], except others: Set<NoteID>,
    assignments: inout ImportAssignments
  ) async throws {
    for index in matches.indices {
      let match = matches[index]
      guard let id = match.document.id, let named = stored[id], named.trashed != nil, match.renamed == nil,
        let record = match.contradicted, let note = stored[record.note], note.trashed == nil,
        !others.contains(note.id), !assignments.claimed.contains(note.id), note.isMade(of: match.document),
        case .success(let files) = match.files
      else { continue }
      if try await isVersion(match, files: files, of: named) { continue }
      (matches[index].document.id, matches[index].record) = (nil, record)
      assignments.claim(note.id, insteadOf: id)
    }
  }
}

extension Note {
  /// Returns whether a note was made of an earlier version of a file: it has its time of creation, or, where the file has none, half
  /// of the lines of the shorter text.
  fileprivate func isMade(of document: MarkdownDocument) -> Bool {
    document.created == nil ? LineDiff.areRelated(body, document.body) : created == document.creation
  }
}
