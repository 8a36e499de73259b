/// A Markdown file of a folder, read: its text, and what its front matter says.
public struct VaultDocument: Sendable, Hashable {
  /// The path inside the folder, for example `Kitchen/Bread.md`.
  public var path: String
  /// The note's identity, from the key `note-id`.
  public var id: NoteID?
  /// The title, from the key `title`.
  public var title: String?
  /// The tags, from the key `tags`.
  public var tags: [Tag]
  /// Whether lists show the note first, from the key `pinned`.
  public var isPinned: Bool
  /// Whether the note is archived, from the key `archived`.
  public var isArchived: Bool
  /// When the note was moved to the trash, from the key `trashed`.
  public var trashed: Timestamp?
  /// When the note was first written, from the key `created`.
  public var created: Timestamp?
  /// When the note last changed, from the key `updated`.
  public var modified: Timestamp?
  /// When the file last changed, for notes that do not say it themselves.
  public var fileModified: Timestamp
  /// The paths of the note's attachments inside the folder, from the key `note-attachments`; `nil` when it does not say.
  public var attachments: [String]?
  /// The note's attachments whose bytes are not in the folder, from the key `note-attachments-missing`.
  public var missingAttachments: [Attachment]
  /// The front-matter lines with other keys, verbatim and each ending with a newline.
  public var foreignFrontMatter: String
  /// The text behind the front matter, byte for byte.
  public var body: String
  /// A fingerprint of the whole file.
  public var digest: ContentDigest

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - path: The path inside the folder.
  ///   - id: The note's identity.
  ///   - title: The title.
  ///   - tags: The tags.
  ///   - isPinned: Whether lists show the note first.
  ///   - isArchived: Whether the note is archived.
  ///   - trashed: When the note was moved to the trash.
  ///   - created: When the note was first written.
  ///   - modified: When the note last changed.
  ///   - fileModified: When the file last changed.
  ///   - attachments: The paths of the note's attachments inside the folder.
  ///   - missingAttachments: The note's attachments whose bytes are not in the folder.
  ///   - foreignFrontMatter: The front-matter lines with other keys.
  ///   - body: The text behind the front matter.
  ///   - digest: A fingerprint of the whole file.
  public init(
    path: String,
    id: NoteID? = nil,
    title: String? = nil,
    tags: [Tag] = [],
    isPinned: Bool = false,
    isArchived: Bool = false,
    trashed: Timestamp? = nil,
    created: Timestamp? = nil,
    modified: Timestamp? = nil,
    fileModified: Timestamp,
    attachments: [String]? = nil,
    missingAttachments: [Attachment] = [],
    foreignFrontMatter: String = "",
    body: String,
    digest: ContentDigest
  ) {
    self.path = path
    self.id = id
    self.title = title
    self.tags = tags
    self.isPinned = isPinned
    self.isArchived = isArchived
    self.trashed = trashed
    self.created = created
    self.modified = modified
    self.fileModified = fileModified
    self.attachments = attachments
    self.missingAttachments = missingAttachments
    self.foreignFrontMatter = foreignFrontMatter
    self.body = body
    self.digest = digest
  }
}
