package import NotesDomain

extension InMemoryNoteRepository: LinkIndex {
  package func notes(named name: NoteName, limit: Int) async throws(StoreError) -> [NoteSummary] {
    let found = try kept(.everywhere).filter { $0.hasName(name) }
    return Array(
      (found.filter { $0.trashed == nil } + found.filter { $0.trashed != nil }).map(\.summary).prefix(max(0, limit)))
  }

  package func titles(beginningWith prefix: String, limit: Int) async throws(StoreError) -> [NoteSummary] {
    let key = NoteName(prefix)?.key ?? ""
    let named = try kept().compactMap { note in
      note.names.map(\.key).filter { $0.hasPrefix(key) }.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .map { (key: $0, note: note.summary) }
    }
    let sorted = named.sorted { left, right in
      left.key == right.key ? left.note.id > right.note.id : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    return Array(sorted.map(\.note).prefix(max(0, limit)))
  }

  package func notes(linkingTo names: [NoteName], includesTrash: Bool) async throws(StoreError) -> [NoteSummary] {
    try kept(includesTrash ? .everywhere : .kept).filter { note in
      NoteLink.names(in: note.body).contains(where: names.contains)
    }.map(\.summary)
  }

  package func orphans() async throws(StoreError) -> [NoteSummary] {
    let notes = try kept()
    return notes.filter { note in
      !note.isArchived
        && !notes.contains { $0.id != note.id && NoteLink.names(in: $0.body).contains(where: note.hasName) }
    }.map(\.summary)
  }

  package func brokenLinks() async throws(StoreError) -> [BrokenLink] {
    let notes = try kept(.kept, .title)
    return notes.flatMap { note in
      NoteLink.targets(in: note.body).filter { link in !notes.contains { $0.hasName(link.key) } }
        .sorted { $0.key.key.utf8.lexicographicallyPrecedes($1.key.key.utf8) }
        .map { BrokenLink(note: note.summary, name: $0.key, target: $0.value) }
    }
  }

  /// Returns the notes of a part of the store, by default the most recently changed first.
  private func kept(
    _ scope: NoteQuery.Scope = .kept, _ order: NoteQuery.Order = .modified
  ) throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in
      state.notes.table.values.filter(NoteQuery(scope: scope).selects)
        .sorted {
          order == .title
            ? ($0.title.foldedASCII, $0.id) < ($1.title.foldedASCII, $1.id)
            : order.precedesUnpinned($0.summary, $1.summary)
        }
    }
  }
}
