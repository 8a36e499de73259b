import NotesDomain

extension NoteStatistics {
  /// Counts notes one by one.
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
