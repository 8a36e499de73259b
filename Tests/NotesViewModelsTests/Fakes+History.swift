import NotesDomain
import NotesTestSupport

extension Fakes {
  /// Runs an action like the program does: as one change set, a minute after the last one.
  func run(_ action: (InMemoryNoteRepository) async throws -> Void) async throws {
    wallClock.advance(by: .seconds(60))
    repository.beginRun()
    try await action(repository)
    repository.beginRun()
  }

  /// Changes the text of a note in a separate run.
  func write(_ body: String, to number: UInt64) async throws {
    try await run { repository in
      _ = try await repository.update(SequentialNoteIDGenerator.id(number)) { $0.body = body }
    }
  }

  /// Changes a note like a sync does.
  func sync(_ note: Note?, for number: UInt64) async throws {
    try await run { repository in
      try await repository.write { transaction throws(StoreError) in
        let item = note.map { SyncItem(revision: Revision(1), base: $0, local: $0) }
        try transaction.save(item, for: SequentialNoteIDGenerator.id(number))
      }
    }
  }
}
