/// Where the ids of new notes come from.
public protocol NoteIDGenerator: Sendable {
  /// An id that nobody has.
  ///
  /// - Parameter created: When the note was created, which for an imported note may be long ago: ids sort by it, and notes
  ///   of different days differ in the first characters that a person types.
  func next(created: Timestamp) -> NoteID
}
