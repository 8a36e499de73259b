package import NotesDomain

/// The content of a Markdown file: its text and its front matter.
package struct MarkdownDocument: Sendable, Hashable {
  /// The path inside the folder, for example `Kitchen/Bread.md`.
  package var path: String
  /// The note's identifier, from the key `note-id`.
  package var id: NoteID?
  /// The content of the note at its export, from the key `note-digest`.
  package var base: ContentDigest?
  /// The title, from the key `title`.
  package var title: String?
  /// The tags, from the key `tags`.
  package var tags: [Tag]
  /// Whether the note is pinned, from the key `pinned`.
  package var isPinned: Bool
  /// Whether the note is archived, from the key `archived`.
  package var isArchived: Bool
  /// The time at which the note was moved to the trash, from the key `trashed`.
  package var trashed: Timestamp?
  /// The time at which the note was created, from the key `created`.
  package var created: Timestamp?
  /// The time at which the note was modified, from the key `updated`, or else `modified`.
  package var modified: Timestamp?
  /// The modification time of the file, for documents without the key `updated`.
  package var fileModified: Timestamp
  /// The times that the file has as dates without a time.
  package var bareDates: BareDates = []
  /// The paths of the note's attachments inside the folder, from the key `note-attachments`; `nil` without the key.
  package var attachments: [String]?
  /// The note's attachments whose content is not in the folder, from the key `note-attachments-missing`.
  package var missingAttachments: [Attachment]
  /// The front-matter lines with other keys, or with values that could not be read, verbatim, each with its newline; and
  /// `modified:` without its value, where the file has that name instead of `updated`.
  package var foreignFrontMatter: String
  /// The first reason for which lines of the front matter could not be read; `nil` if all were.
  package var frontMatterProblem: MarkdownFileError.Reason?
  /// The text after the front matter, byte for byte.
  package var body: String
  /// The fingerprint of the whole file.
  package var digest: ContentDigest

  package init(
    path: String, id: NoteID? = nil, base: ContentDigest? = nil, title: String? = nil, tags: [Tag] = [],
    isPinned: Bool = false, isArchived: Bool = false, trashed: Timestamp? = nil, created: Timestamp? = nil,
    modified: Timestamp? = nil, fileModified: Timestamp, attachments: [String]? = nil,
    missingAttachments: [Attachment] = [], foreignFrontMatter: String = "", body: String, digest: ContentDigest
  ) {
    self.path = path
    self.id = id
    self.base = base
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

/// The times of a document that are written as dates.
package struct BareDates: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let created = BareDates(rawValue: 1)
  package static let modified = BareDates(rawValue: 2)
}

/// The parser of Markdown documents that are in no folder, such as standard input.
package protocol MarkdownDocumentParser: Sendable {
  /// Parses a document like a file of a folder, with the same front matter; see ``MarkdownDocument``.
  ///
  /// The key `notebook`, which files do not have, is the notebook: the folder of the document's path. Lines that cannot be read
  /// are kept as they are, and reported in ``MarkdownDocument/frontMatterProblem``.
  ///
  /// - Parameters:
  ///   - text: The whole document.
  ///   - time: The time of its last change.
  func document(_ text: String, modified time: Timestamp) -> MarkdownDocument
}
