import NotesDomain

/// Mends the links to a note whose names change.
///
/// Links to a name that the note loses lead to its new title, unless another note has that name as well: then they still lead
/// somewhere, and which of both was meant cannot be known. Their change joins that of the note, so that both are undone
/// together.
struct LinkMender: Sendable {
  let repository: any NoteRepository
  let links: any LinkIndex
  let wallClock: any WallClock

  /// Mends the links after changes of notes, which are stored already.
  ///
  /// - Returns: The notes whose links were mended.
  func mend(after updates: [NoteUpdate]) async throws -> [NoteUpdate] {
    var renamings: [NoteName: Renaming] = [:]
    for update in updates where update.before.trashed == nil && update.after.trashed == nil {
      let kept = Set(update.after.namesWithPaths)
      for name in update.before.namesWithPaths where !kept.contains(name) {
        let others = try await links.notes(named: name, limit: 1)
        if others.allSatisfy({ $0.trashed != nil }) { renamings[name] = Renaming(update.after) }
      }
    }
    return try await mend(renamings)
  }

  /// Mends the links to notes that are in the trash, since another one has their content.
  ///
  /// - Returns: The notes whose links were mended.
  func mend(after merged: [Note], joinedInto note: Note) async throws -> [NoteUpdate] {
    var renamings: [NoteName: Renaming] = [:]
    for name in merged.flatMap(\.namesWithPaths) where renamings[name] == nil {
      // A name of the joined note, or of a third one, leads there.
      let others = try await links.notes(named: name, limit: 1)
      if others.allSatisfy({ $0.trashed != nil }) { renamings[name] = Renaming(note) }
    }
    return try await mend(renamings)
  }

  private func mend(_ renamings: [NoteName: Renaming]) async throws -> [NoteUpdate] {
    guard !renamings.isEmpty else { return [] }
    let sources = try await links.notes(linkingTo: renamings.keys.sorted { $0.key < $1.key })
    let (targets, now) = (renamings, wallClock.now())
    let mended = try await repository.update(sources.map(\.id)) { note in
      let body = NoteLink.replacingTargets(in: note.body) { link in
        link.link.name.flatMap { targets[$0] }?.target(for: link.link.target)
      }
      guard body.utf8.count <= NoteLimits.maximumBytes, !body.utf8.elementsEqual(note.body.utf8) else { return }
      note.title = NoteTitle.updated(for: note, newBody: body)
      note.body = body
      note.modified = now
    }
    return mended.filter { $0.before != $0.after }
  }
}

/// The new name of a note, in links.
private struct Renaming {
  private let title: String
  private let path: String

  init(_ note: Note) {
    // Other programs find a note by its file only.
    title = NoteTitle.inLinks(note.fileName.isEmpty ? note.title : note.fileName)
    path = note.notebook == .root ? title : note.notebook.path + "/" + title
  }

  /// Returns the target that replaces another one: a path stays a path.
  func target(for old: String) -> String { old.contains("/") ? path : title }
}
