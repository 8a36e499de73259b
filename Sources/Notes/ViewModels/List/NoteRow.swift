public import NotesDomain

/// A line of a list.
public struct NoteRow: Sendable, Hashable, Identifiable {
  /// The note without its text.
  public let note: NoteSummary
  /// The shortest beginning of its id that names it; the whole id where nobody asked for a short one.
  public let shortID: String

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - note: The note without its text.
  ///   - shortID: A beginning of its id that names it.
  public init(note: NoteSummary, shortID: String) {
    self.note = note
    self.shortID = shortID
  }

  /// The note's identity.
  public var id: NoteID { note.id }
}
