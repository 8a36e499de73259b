import NotesDomain

extension NoteQuery {
  /// Whether a list of this query has the note.
  func selects(_ note: NoteSummary) -> Bool {
    scope.contains(note) && notebook.contains(note.notebook)
      && tags.allSatisfy { wanted in note.tags.contains { wanted.covers($0) } }
  }
}

extension NoteQuery.Scope {
  fileprivate func contains(_ note: NoteSummary) -> Bool {
    switch self {
    case .active: note.trashed == nil && !note.isArchived
    case .archived: note.trashed == nil && note.isArchived
    case .trash: note.trashed != nil
    case .everywhere: true
    }
  }
}

extension NoteQuery.Order {
  /// Whether one note stands before another in a list.
  func precedes(_ left: NoteSummary, _ right: NoteSummary) -> Bool {
    if left.isPinned != right.isPinned { return left.isPinned }
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
  /// The text with the letters A to Z in lower case and all else as it is, as SQLite's `NOCASE` compares.
  var foldedASCII: String {
    String(
      decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
