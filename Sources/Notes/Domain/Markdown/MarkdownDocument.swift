/// A Markdown file of a folder, read: its text, and what its front matter says.
package struct MarkdownDocument: Sendable, Hashable {
  /// The path inside the folder, for example `Kitchen/Bread.md`.
  package var path: String
  /// The note's identity, from the key `note-id`.
  package var id: NoteID?
  /// The title, from the key `title`.
  package var title: String?
  /// The tags, from the key `tags`.
  package var tags: [Tag]
  /// Whether lists show the note first, from the key `pinned`.
  package var isPinned: Bool
  /// Whether the note is archived, from the key `archived`.
  package var isArchived: Bool
  /// When the note was moved to the trash, from the key `trashed`.
  package var trashed: Timestamp?
  /// When the note was first written, from the key `created`.
  package var created: Timestamp?
  /// When the note last changed, from the key `updated`.
  package var modified: Timestamp?
  /// When the file last changed, for notes that do not say it themselves.
  package var fileModified: Timestamp
  /// The paths of the note's attachments inside the folder, from the key `note-attachments`; `nil` when it does not say.
  package var attachments: [String]?
  /// The note's attachments whose bytes are not in the folder, from the key `note-attachments-missing`.
  package var missingAttachments: [Attachment]
  /// The front-matter lines with other keys, verbatim and each ending with a newline.
  package var foreignFrontMatter: String
  /// The text behind the front matter, byte for byte.
  package var body: String
  /// A fingerprint of the whole file.
  package var digest: ContentDigest

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
  package init(
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
