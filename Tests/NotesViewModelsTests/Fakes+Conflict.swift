import NotesDomain
import NotesTestSupport

extension Fakes {
  /// Records a conflict of a note with its copy, as sync does.
  ///
  /// - Parameters:
  ///   - number: The note's number.
  ///   - copy: The copy's number.
  ///   - base: The common ancestor; `nil` if it is not known.
  ///   - theirs: The note's text.
  ///   - ours: The copy's text.
  func record(
    note number: UInt64 = 8, copy: UInt64 = 9, base: String? = "a\nb\nc\n", theirs: String = "a\nT\nc\n",
    ours: String = "a\nO\nc\n"
  ) async throws -> NoteConflict {
    let note = Note.sample(number, title: "Tea", body: theirs)
    let mine = Note.sample(number, title: "Tea", body: ours)
    var kept = mine.copied(as: SequentialNoteIDGenerator.id(copy))
    kept.title += NoteConflict.copySuffix
    let conflict = NoteConflict(
      note: note.id, copy: kept.id, base: base.map { .sample(number, title: "Tea", body: $0) }, theirs: note,
      ours: mine, detected: wallClock.now())
    let stored = Set(repository.all.map(\.id))
    try await repository.insert([note, kept].filter { !stored.contains($0.id) })
    try await repository.write { (transaction) throws(StoreError) in try transaction.record(conflict: conflict) }
    wallClock.advance(by: .seconds(1))
    return conflict
  }

  /// The note with a number.
  func note(_ number: UInt64) -> Note? {
    repository.all.first { $0.id == SequentialNoteIDGenerator.id(number) }
  }
}
