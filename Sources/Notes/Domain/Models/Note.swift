/// One note: what a person wrote, and where it is kept.
public struct Note: Sendable, Hashable, Identifiable {
  /// The note's identity, which never changes.
  public let id: NoteID
  /// The line that lists show; see ``NoteTitle`` for where it comes from when nobody gave one.
  public var title: String
  /// The text, in Markdown, byte for byte as it was written.
  public var body: String
  /// The tags that were set on the note, in order and without repetition; ``inlineTags`` come on top.
  public var tags: [Tag]
  /// The notebook the note lies in.
  public var notebook: Notebook
  /// Whether lists show the note first.
  public var isPinned: Bool
  /// Whether the note is kept out of lists; a search still finds it.
  public var isArchived: Bool
  /// When the note was moved to the trash; `nil` for a note that is not there.
  public var trashed: Timestamp?
  /// When the note was first written.
  public var created: Timestamp
  /// When the note's text, title, tags or notebook last changed.
  public var modified: Timestamp
  /// Front-matter lines that mean nothing to us, verbatim and each ending with a newline, to be written back on export.
  public var foreignFrontMatter: String
  /// The files that belong to the note, in the order of their names; of several with one name the last stays.
  public var attachments: [Attachment] {
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
  public init(
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
  public func copied(as id: NoteID) -> Note {
    Note(
      id: id, title: title, body: body, tags: tags, notebook: notebook, isPinned: isPinned, isArchived: isArchived,
      trashed: trashed, created: created, modified: modified, foreignFrontMatter: foreignFrontMatter,
      attachments: attachments)
  }

  /// The `#tags` in the text that are not among ``tags``. O(length of the body).
  public var inlineTags: [Tag] {
    InlineTags.find(in: body).filter { !tags.contains($0) }
  }

  /// The blobs that the note refers to, in ascending order and without repetition.
  public var blobs: [BlobDigest] {
    attachments.count < 2 ? attachments.map(\.digest) : Set(attachments.map(\.digest)).sorted()
  }

  /// What a list shows of the note.
  public var summary: NoteSummary {
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
