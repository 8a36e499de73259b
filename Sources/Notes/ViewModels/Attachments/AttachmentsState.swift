public import NotesDomain

/// The files of notes, and how far an action on them is.
public struct AttachmentsState: Sendable, Hashable {
  /// How far the last action is.
  public var phase: Phase = .idle
  /// The note that the action was about; `nil` for all.
  public var note: Note?
  /// The shortest beginning of its id that names it.
  public var shortID = ""
  /// Whether the last action changed the note.
  public var hasChanged = false
  /// The attachments that were asked for.
  public var rows: [AttachmentRow] = []
  /// The attachment whose bytes are on their way; `nil` when none are.
  public var current: String?
  /// How many of its bytes were read or written.
  public var finished = 0
  /// How many there are.
  public var total = 0
  /// What was forgotten.
  public var removed = RemovedBlobs()
}
