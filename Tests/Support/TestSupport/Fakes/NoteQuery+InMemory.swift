import NotesDomain

extension NoteQuery {
  /// Returns whether the query selects a note.
  func selects(_ note: Note) -> Bool {
    scope.contains(isArchived: note.isArchived, isTrashed: note.trashed != nil) && filter.selects(note)
  }
}

extension NoteFilter {
  /// Returns the filter with each link to a name replaced by links to all names of the notes that have it.
  func resolvingLinks(among notes: some Collection<Note>) -> NoteFilter {
    NoteFilter(
      clauses.flatMap { clause in
        clause.alternatives.reduce([Clause([])]) { clauses, condition in
          guard case .link(let name) = condition.test else {
            return clauses.map { Clause($0.alternatives + [condition]) }
          }
          let named = notes.filter { $0.trashed == nil && $0.hasName(name) }
          let links = ([name] + named.flatMap(\.namesWithPaths)).map {
            Condition(.link($0), isExcluded: condition.isExcluded)
          }
          // Excluded, none of the links may be there; otherwise, one of them must.
          return condition.isExcluded
            ? clauses.flatMap { clause in links.map { Clause(clause.alternatives + [$0]) } }
            : clauses.map { Clause($0.alternatives + links) }
        }
      })
  }

  /// Returns whether a note fulfills all conditions.
  func selects(_ note: Note) -> Bool {
    clauses.allSatisfy { clause in
      clause.alternatives.contains { $0.test.holds(for: note) != $0.isExcluded }
    }
  }
}

extension NoteFilter.Test {
  fileprivate func holds(for note: Note) -> Bool {
    switch self {
    case .text(let term): SearchTermMatcher(term).isFound(in: [note.title, note.tags.searchText, note.body])
    case .title(let term): SearchTermMatcher(term).isFound(in: [note.title])
    case .tag(let tag): (note.tags + note.inlineTags).contains { tag.covers($0) }
    case .notebook(let notebook): notebook.covers(note.notebook)
    case .topLevel: note.notebook == .root
    case .created(let range): range.contains(note.created)
    case .modified(let range): range.contains(note.modified)
    case .pinned: note.isPinned
    case .archived: note.isArchived
    case .trashed: note.trashed != nil
    case .hasAttachment: !note.attachments.isEmpty
    case .hasTag: !(note.tags + note.inlineTags).isEmpty
    case .hasLink: !NoteLink.names(in: note.body).isEmpty
    case .link(let name): NoteLink.names(in: note.body).contains(name)
    }
  }
}

extension [Tag] {
  /// The tags as one text, in which words are looked for.
  var searchText: String { map(\.name).joined(separator: " ") }
}

extension NoteQuery.Order {
  /// Returns whether a note precedes another in a list, in which pinned notes are first.
  func precedes(_ left: NoteSummary, _ right: NoteSummary) -> Bool {
    left.isPinned != right.isPinned ? left.isPinned : precedesUnpinned(left, right)
  }

  /// Returns whether a note precedes another in the results of a search.
  func precedesUnpinned(_ left: NoteSummary, _ right: NoteSummary) -> Bool {
    switch self {
    case .modified where left.modified != right.modified: return left.modified > right.modified
    case .created where left.created != right.created: return left.created > right.created
    case .title where left.title.foldedASCII != right.title.foldedASCII:
      return left.title.foldedASCII.utf8.lexicographicallyPrecedes(right.title.foldedASCII.utf8)
    case .modified, .created, .title: return left.id > right.id
    }
  }
}

extension String {
  /// The text with ASCII letters in lower case, as in SQLite's `NOCASE`.
  var foldedASCII: String {
    String(
      decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension NoteStatistics {
  /// Creates the statistics of notes.
  init(of notes: some Collection<Note>) {
    self.init()
    var notebooks: [Notebook: Int] = [:]
    var tags: [String: (spelling: String, notes: Int)] = [:]
    for note in notes {
      textBytes += note.body.utf8.count
      guard note.trashed == nil else {
        trashed += 1
        continue
      }
      if note.isArchived { archived += 1 } else { active += 1 }
      if note.isPinned { pinned += 1 }
      notebooks[note.notebook, default: 0] += 1
      let spellings = (note.tags + note.inlineTags).map { ($0.name.foldedASCII, $0.name) }
      for (folded, spelling) in Dictionary(spellings, uniquingKeysWith: { first, _ in first }) {
        let known = tags[folded] ?? (spelling, 0)
        let first = known.spelling.utf8.lexicographicallyPrecedes(spelling.utf8) ? known.spelling : spelling
        tags[folded] = (first, known.notes + 1)
      }
    }
    self.notebooks = notebooks.map { Count($0.key, notes: $0.value) }
      .sorted { $0.notes != $1.notes ? $0.notes > $1.notes : $0.name.path.utf8Precedes($1.name.path) }
    self.tags = tags.values.compactMap { tag in Tag(tag.spelling).map { Count($0, notes: tag.notes) } }
      .sorted { $0.notes != $1.notes ? $0.notes > $1.notes : $0.name.name.utf8Precedes($1.name.name) }
  }
}

extension String {
  fileprivate func utf8Precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
