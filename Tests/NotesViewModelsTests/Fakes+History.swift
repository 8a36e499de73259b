import NotesDomain
import NotesTestSupport

extension Fakes {
  /// Does something as a run of the program does it: what it changes is a set of its own, a minute after the last one.
  func run(_ action: (InMemoryNoteRepository) async throws -> Void) async throws {
    clock.advance(byMilliseconds: 60_000)
    repository.beginRun()
    try await action(repository)
    repository.beginRun()
  }

  /// Writes another text over a note's, in a run of its own.
  func write(_ body: String, to number: UInt64) async throws {
    try await run { repository in
      _ = try await repository.update(SequentialNoteIDGenerator.id(number)) { $0.body = body }
    }
  }

  /// Changes a note as a sync does.
  func sync(_ note: Note?, for number: UInt64) async throws {
    try await run { repository in
      try await repository.write { transaction throws(StoreError) in
        let item = note.map { SyncItem(revision: Revision(1), base: $0, local: $0) }
        try transaction.save(item, for: SequentialNoteIDGenerator.id(number))
      }
    }
  }
}
