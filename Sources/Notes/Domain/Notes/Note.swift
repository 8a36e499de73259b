/// A note with its text and its properties.
package struct Note: Sendable, Hashable, Identifiable {
  package let id: NoteID
  /// The title in lists. See ``NoteTitle`` for the title of a note without an explicit one.
  package var title: String
  /// The text in Markdown, byte for byte as it was written.
  package var body: String
  /// The explicit tags, in order without duplicates. ``inlineTags`` are additional.
  package var tags: [Tag]
  package var notebook: Notebook
  /// The name of the note's file in a folder of Markdown, without `.md`, where it does not follow from the title; otherwise
  /// empty. See ``MarkdownFileName``.
  package var fileName: String
  /// Whether lists show the note first.
  package var isPinned: Bool
  /// Whether lists omit the note. Searches include it.
  package var isArchived: Bool
  /// The time at which the note was moved to the trash; `nil` for a note outside of the trash.
  package var trashed: Timestamp?
  package var created: Timestamp
  /// The time at which the text, title, tags or notebook last changed.
  package var modified: Timestamp
  /// Front-matter lines with unknown keys, verbatim, each with its newline. An export writes them back.
  package var foreignFrontMatter: String
  /// The attachments sorted by name. Of several with one name, the last remains.
  package var attachments: [Attachment] {
    didSet { attachments = attachments.inOrderOfNames() }
  }

  /// Creates a note, without duplicate tags and attachments.
  package init(
    id: NoteID, title: String, body: String, tags: [Tag] = [], notebook: Notebook = .root,
    fileName: String = "", isPinned: Bool = false, isArchived: Bool = false, trashed: Timestamp? = nil,
    created: Timestamp, modified: Timestamp,
    foreignFrontMatter: String = "", attachments: [Attachment] = []
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.tags = tags.withoutRepetition()
    self.notebook = notebook
    self.fileName = fileName
    self.isPinned = isPinned
    self.isArchived = isArchived
    self.trashed = trashed
    self.created = created
    self.modified = modified
    self.foreignFrontMatter = foreignFrontMatter
    self.attachments = attachments.inOrderOfNames()
  }

  /// Returns the same note under another identifier.
  package func copied(as id: NoteID) -> Note {
    Note(
      id: id, title: title, body: body, tags: tags, notebook: notebook, fileName: fileName, isPinned: isPinned,
      isArchived: isArchived, trashed: trashed, created: created, modified: modified,
      foreignFrontMatter: foreignFrontMatter, attachments: attachments)
  }

  /// The `#tags` in the text that are not among ``tags``. O(length of the body).
  package var inlineTags: [Tag] { InlineTags.find(in: body).without(tags) }

  /// The blobs that the note refers to, in ascending order without duplicates.
  package var blobs: [BlobDigest] {
    attachments.count < 2 ? attachments.map(\.digest) : Set(attachments.map(\.digest)).sorted()
  }

  package var summary: NoteSummary {
    NoteSummary(
      id: id, title: title, tags: tags + inlineTags, notebook: notebook, isPinned: isPinned, isArchived: isArchived,
      trashed: trashed, created: created, modified: modified)
  }
}

extension Array where Element: Hashable {
  /// Whether the array has no duplicates.
  var areDistinct: Bool {
    // A few elements are compared directly, which is faster than creating a set.
    guard count <= 8 else { return Set(self).count == count }
    for index in indices.dropFirst() where self[..<index].contains(self[index]) { return false }
    return true
  }

  /// Returns the elements in order without duplicates.
  package func withoutRepetition() -> [Element] {
    guard count > 8 || !areDistinct else { return self }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// Returns the elements that are not among others. O(number of both).
  package func without(_ others: [Element]) -> [Element] {
    // A few are compared directly, which is faster than creating a set.
    guard others.count > 8 else { return filter { !others.contains($0) } }
    let excluded = Set(others)
    return filter { !excluded.contains($0) }
  }
}

extension Note {
  /// Returns whether two notes are equal byte for byte.
  ///
  /// `String` compares by canonical equivalence and does not distinguish `é` from `e` with a combining accent. Such an
  /// edit is a change that every store and every device must preserve.
  package static func == (left: Note, right: Note) -> Bool {
    left.id == right.id && left.modified == right.modified && left.created == right.created
      && left.trashed == right.trashed && left.isPinned == right.isPinned && left.isArchived == right.isArchived
      && left.body.hasSameBytes(as: right.body) && left.title.hasSameBytes(as: right.title)
      && left.notebook.path.hasSameBytes(as: right.notebook.path) && left.fileName.hasSameBytes(as: right.fileName)
      && left.foreignFrontMatter.hasSameBytes(as: right.foreignFrontMatter)
      && left.tags.haveSameBytes(as: right.tags)
      && left.attachments == right.attachments
  }
}

extension String {
  /// Returns whether two strings are equal byte for byte, where `==` compares by canonical equivalence. O(length).
  ///
  /// For ASCII, `==` is correct and several times faster than a loop over bytes: no other string of the same length is
  /// canonically equivalent. A string with as many UTF-16 units as bytes is ASCII, and both counts are cached.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && (utf16.count == utf8.count || utf8.elementsEqual(other.utf8))
  }
}
