/// One note: what a person wrote, and where it is kept.
package struct Note: Sendable, Hashable, Identifiable {
  /// The note's identity, which never changes.
  package let id: NoteID
  /// The line that lists show; see ``NoteTitle`` for where it comes from when nobody gave one.
  package var title: String
  /// The text, in Markdown, byte for byte as it was written.
  package var body: String
  /// The tags that were set on the note, in order and without repetition; ``inlineTags`` come on top.
  package var tags: [Tag]
  /// The notebook the note lies in.
  package var notebook: Notebook
  /// Whether lists show the note first.
  package var isPinned: Bool
  /// Whether the note is kept out of lists; a search still finds it.
  package var isArchived: Bool
  /// When the note was moved to the trash; `nil` for a note that is not there.
  package var trashed: Timestamp?
  /// When the note was first written.
  package var created: Timestamp
  /// When the note's text, title, tags or notebook last changed.
  package var modified: Timestamp
  /// Front-matter lines that mean nothing to us, verbatim and each ending with a newline, to be written back on export.
  package var foreignFrontMatter: String
  /// The files that belong to the note, in the order of their names; of several with one name the last stays.
  package var attachments: [Attachment] {
    didSet { attachments = attachments.inOrderOfNames() }
  }

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - id: The note's identity.
  ///   - title: The line that lists show.
  ///   - body: The text, in Markdown.
  ///   - tags: The tags that were set on the note; repetitions are dropped.
  ///   - notebook: The notebook the note lies in.
  ///   - isPinned: Whether lists show the note first.
  ///   - isArchived: Whether the note is kept out of lists.
  ///   - trashed: When the note was moved to the trash.
  ///   - created: When the note was first written.
  ///   - modified: When the note last changed.
  ///   - foreignFrontMatter: Front-matter lines to be written back on export.
  ///   - attachments: The files that belong to the note; of several with one name the last stays.
  package init(
    id: NoteID,
    title: String,
    body: String,
    tags: [Tag] = [],
    notebook: Notebook = .root,
    isPinned: Bool = false,
    isArchived: Bool = false,
    trashed: Timestamp? = nil,
    created: Timestamp,
    modified: Timestamp,
    foreignFrontMatter: String = "",
    attachments: [Attachment] = []
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.tags = tags.withoutRepetition()
    self.notebook = notebook
    self.isPinned = isPinned
    self.isArchived = isArchived
    self.trashed = trashed
    self.created = created
    self.modified = modified
    self.foreignFrontMatter = foreignFrontMatter
    self.attachments = attachments.inOrderOfNames()
  }

  /// The same note under another id.
  ///
  /// - Parameter id: The identity of the copy.
  package func copied(as id: NoteID) -> Note {
    Note(
      id: id, title: title, body: body, tags: tags, notebook: notebook, isPinned: isPinned, isArchived: isArchived,
      trashed: trashed, created: created, modified: modified, foreignFrontMatter: foreignFrontMatter,
      attachments: attachments)
  }

  /// The `#tags` in the text that are not among ``tags``. O(length of the body).
  package var inlineTags: [Tag] {
    InlineTags.find(in: body).filter { !tags.contains($0) }
  }

  /// The blobs that the note refers to, in ascending order and without repetition.
  package var blobs: [BlobDigest] {
    attachments.count < 2 ? attachments.map(\.digest) : Set(attachments.map(\.digest)).sorted()
  }

  /// What a list shows of the note.
  package var summary: NoteSummary {
    NoteSummary(
      id: id, title: title, tags: tags + inlineTags, notebook: notebook, isPinned: isPinned, isArchived: isArchived,
      trashed: trashed, created: created, modified: modified)
  }
}

extension Array where Element: Hashable {
  /// Whether no element comes twice.
  var areDistinct: Bool {
    // A handful of elements are compared before a set of them is made.
    guard count <= 8 else { return Set(self).count == count }
    for index in indices.dropFirst() where self[..<index].contains(self[index]) { return false }
    return true
  }

  /// The elements in order, each at its first place only.
  func withoutRepetition() -> [Element] {
    guard count > 8 || !areDistinct else { return self }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Note {
  /// Whether two notes are the same byte for byte.
  ///
  /// Strings alone would not tell `é` from `e` with an accent: whoever edits one into the other has changed the note, and
  /// every store and every device must have what was written.
  package static func == (left: Note, right: Note) -> Bool {
    left.id == right.id && left.modified == right.modified && left.created == right.created
      && left.trashed == right.trashed && left.isPinned == right.isPinned && left.isArchived == right.isArchived
      && left.body.hasSameBytes(as: right.body) && left.title.hasSameBytes(as: right.title)
      && left.notebook.path.hasSameBytes(as: right.notebook.path)
      && left.foreignFrontMatter.hasSameBytes(as: right.foreignFrontMatter)
      && left.tags.elementsEqual(right.tags) { $0.name.hasSameBytes(as: $1.name) }
      && left.attachments == right.attachments
  }
}

/// How large things may be.
package enum NoteLimits {
  /// The most bytes a note's text may have: 10 MB, far more than anybody writes, and little enough for every layer.
  package static let maximumBytes = 10_000_000
}

extension String {
  /// Whether two texts are the same to the last byte: `==` takes a letter with its accent and a letter followed by one for
  /// the same, which a note that is kept as it was written may not. O(length).
  ///
  /// But `==` is several times faster than a loop over bytes, and of ASCII it is right: nothing of the same length looks
  /// like it. Such a text has as many UTF-16 units as bytes, and knows it.
  ///
  /// - Parameter other: The other text.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && (utf16.count == utf8.count || utf8.elementsEqual(other.utf8))
  }
}
