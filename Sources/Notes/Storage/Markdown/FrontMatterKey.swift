/// The keys of front matter that mean something to us.
enum FrontMatterKey: String {
  case id = "note-id"
  case title
  case created
  case updated
  /// Another name for ``updated``, which other programs write.
  case modified
  case tags
  case pinned
  case archived
  case trashed
  case attachments = "note-attachments"
  case missingAttachments = "note-attachments-missing"
}
