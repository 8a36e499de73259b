/// An attachment of a note, and how much of it is on this device.
public struct StoredAttachment: Sendable, Hashable {
  /// The note.
  public let note: NoteID
  /// The note's title.
  public let title: String
  /// The file.
  public let attachment: Attachment
  /// How many of its bytes are here, from the first.
  public let received: Int
  /// Whether all of it is here. An empty file is not here before somebody brought it.
  public let isComplete: Bool

  /// Creates an attachment of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - title: The note's title.
  ///   - attachment: The file.
  ///   - received: How many of its bytes are here, from the first.
  ///   - isComplete: Whether all of it is here.
  public init(note: NoteID, title: String, attachment: Attachment, received: Int, isComplete: Bool) {
    self.note = note
    self.title = title
    self.attachment = attachment
    self.received = received
    self.isComplete = isComplete
  }
}
