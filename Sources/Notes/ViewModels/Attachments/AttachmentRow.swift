public import NotesDomain

/// A line of a list of attachments.
public struct AttachmentRow: Sendable, Hashable {
  /// The attachment, its note, and how much of it is here.
  public let stored: StoredAttachment
  /// The shortest beginning of the note's id that names it.
  public let shortID: String
}
