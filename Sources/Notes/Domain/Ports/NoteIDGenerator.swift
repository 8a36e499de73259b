/// Where the ids of new notes come from.
public protocol NoteIDGenerator: Sendable {
  /// An id that nobody has.
  func next() -> NoteID
}
