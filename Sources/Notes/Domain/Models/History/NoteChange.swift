/// What happened to one note.
public struct NoteChange: Sendable, Hashable {
  /// The note.
  public let id: NoteID
  /// The note before; `nil` when it was not there.
  public let before: Note?
  /// The note after; `nil` when it was not there any more.
  public let after: Note?

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - before: The note before.
  ///   - after: The note after.
  public init(id: NoteID, before: Note?, after: Note?) {
    self.id = id
    self.before = before
    self.after = after
  }
}
