package import NotesDomain

extension NoteConflict {
  /// A conflict for a test.
  ///
  /// - Parameters:
  ///   - note: The note's number; see ``SequentialNoteIDGenerator/id(_:)``.
  ///   - copy: The number of its copy.
  ///   - base: The text that both go back to; `nil` when it is not known.
  package static func sample(note: UInt64, copy: UInt64, base: String? = "base\n") -> NoteConflict {
    NoteConflict(
      note: SequentialNoteIDGenerator.id(note), copy: SequentialNoteIDGenerator.id(copy),
      base: base.map { .sample(note, body: $0) }, theirs: .sample(note, body: "theirs\n"),
      ours: .sample(note, body: "ours\n"), met: FixedClock.start)
  }
}
