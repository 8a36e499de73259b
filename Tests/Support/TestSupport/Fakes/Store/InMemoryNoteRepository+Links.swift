package import NotesDomain

extension InMemoryNoteRepository: LinkIndex {
  package func notes(named name: NoteName, limit: Int) async throws(StoreError) -> [NoteSummary] {
    try guarded.read { state throws(StoreError) in Array(state.notes(named: name).prefix(max(0, limit))) }
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
    try guarded.read { state throws(StoreError) in state.notes(linkingTo: names, includesTrash: includesTrash) }
  }

  package func orphans() async throws(StoreError) -> [NoteSummary] {
    let notes = try kept()
    return notes.filter { note in
      !note.isArchived
        && !notes.contains { $0.id != note.id && NoteLink.names(in: $0.body).contains(where: note.hasName) }
    }.map(\.summary)
  }

  package func brokenLinks() async throws(StoreError) -> [BrokenLink] {
    let notes = try kept(.title)
    return notes.flatMap { note in
      let files = AttachmentNames(note.attachments)
      return NoteLink.targets(in: note.body).filter { link in !notes.contains { $0.hasName(link.key) } }
        .sorted { $0.key.key.utf8.lexicographicallyPrecedes($1.key.key.utf8) }
        .filter { !files.hasFile(linkedAs: $0.value) }
        .map { BrokenLink(note: note.summary, name: $0.key, target: $0.value) }
    }
  }

  private func kept(_ order: NoteQuery.Order = .modified) throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in state.sortedNotes(.kept, order) }
  }
}

extension InMemoryStoreState: LinkedNotes {
  typealias Failure = StoreError

  func notes(named name: NoteName) -> [NoteSummary] {
    // A note whose name has a slash comes before those whose path it is.
    notes(withName: name)
      + notes(rankedBy: name.path?.name ?? name.key) { $0.hasName(name) && !$0.names.contains(name) }
  }

  func notes(withName name: NoteName) -> [NoteSummary] { notes(rankedBy: name.key) { $0.names.contains(name) } }

  func hasLinks(to names: [NoteName]) -> Bool { !notes(linkingTo: names, includesTrash: true).isEmpty }

  /// Returns the notes that meet a condition, in the order in which a link with a name leads to them.
  private func notes(rankedBy key: String, where isIncluded: (Note) -> Bool) -> [NoteSummary] {
    let ranked = sortedNotes(.everywhere).filter(isIncluded).map { note -> (note: Note, rank: [Int]) in
      (note, [note.trashed == nil ? 0 : 1, Note.rank(ofKey: key, title: note.title, fileName: note.fileName)])
    }
    return ranked.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.note.summary)
  }

  func notes(linkingTo names: [NoteName], includesTrash: Bool) -> [NoteSummary] {
    let sources = notes.table.values.filter { NoteLink.names(in: $0.body).contains(where: names.contains) }
    return sources.filter { includesTrash || $0.trashed == nil }.map(\.summary)
      .sorted(by: NoteQuery.Order.modified.precedesUnpinned)
  }

  mutating func update(_ id: NoteID, _ change: (inout Note) -> Void) throws(StoreError) -> NoteUpdate? {
    guard let before = notes[id] else { return nil }
    var after = before
    change(&after)
    try write(after)
    return NoteUpdate(before: before, after: after)
  }

  /// Returns the notes of a part of the store, by default the most recently changed first.
  fileprivate func sortedNotes(_ scope: NoteQuery.Scope, _ order: NoteQuery.Order = .modified) -> [Note] {
    notes.table.values.filter(NoteQuery(scope: scope).selects)
      .sorted {
        order == .title
          ? ($0.title.foldedASCII, $0.id) < ($1.title.foldedASCII, $1.id)
          : order.precedesUnpinned($0.summary, $1.summary)
      }
  }
}

extension Note {
  /// Returns whether a name is one of the note's.
  package func hasName(_ name: NoteName) -> Bool { namesWithPaths.contains(name) }
}
