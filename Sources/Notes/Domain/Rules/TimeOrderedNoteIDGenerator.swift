/// Makes version 7 ids: the time of creation, then 74 random bits.
public struct TimeOrderedNoteIDGenerator: NoteIDGenerator {
  /// Creates a generator.
  public init() {}

  /// An id of a note that was created at a moment. Safe to call from any thread.
  public func next(created: Timestamp) -> NoteID {
    var generator = SystemRandomNumberGenerator()
    return NoteID(moment: created, random: (generator.next(), generator.next()))
  }
}
