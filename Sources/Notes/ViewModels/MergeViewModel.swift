package import NotesDomain
import Observation

/// The merge of notes into one; see ``NoteJoin``.
@MainActor @Observable
package final class MergeViewModel: ViewModel {
  package private(set) var state = MergeState()

  private let repository: any NoteRepository
  private let finder: NoteFinder
  private let wallClock: any WallClock

  init(repository: any NoteRepository, finder: NoteFinder, wallClock: any WallClock) {
    self.repository = repository
    self.finder = finder
    self.wallClock = wallClock
  }

  /// Joins notes into the first, moves the others to the trash, and mends the links to them.
  ///
  /// All notes are found before any changes, and all changes are undone together.
  ///
  /// - Parameter title: The title of the joined note; `nil` for that of the first.
  package func merge(_ references: [String], title: String? = nil) async {
    state = MergeState(phase: .working)
    state.phase = await .after {
      let cleaned = try NoteTitle.parse(title)
      let ids = try await finder.ids(references)
      guard let first = ids.first, ids.count > 1 else { throw NoteFailure.mergedWithItself(references.last ?? "") }
      let notes = try await repository.notes(ids)
      guard notes.count == ids.count else { throw ReferenceError.unknown(references.last ?? "") }
      if let trashed = notes.first(where: { $0.trashed != nil }) { throw NoteFailure.inTrash(trashed.summary) }
      let updates = try await join(first, with: Array(ids.dropFirst()), title: cleaned)
      state.note = updates.notes.first?.after
      state.merged = updates.notes.dropFirst().map(\.before)
      (state.mended, state.broken) = (updates.mended.count, updates.broken.count)
    }
  }

  /// Joins notes as the store has them, which may have changed since they were found, in one transaction.
  ///
  /// - Returns: The updates of the first note and of the others, in their order, and the notes with links to the others.
  private func join(_ first: NoteID, with others: [NoteID], title: String?) async throws -> NoteUpdates {
    let now = wallClock.now()
    let updates = try await repository.update(together: [first] + others) { notes in
      guard let target = notes.first, target.id == first else { return }
      let join = NoteJoin(target, with: Array(notes.dropFirst()), title: title)
      for index in notes.indices.dropFirst() { notes[index].trashed = notes[index].trashed ?? now }
      notes[0] = join.note
      notes[0].modified = now
    }
    // Another process may have purged the first note. Then nothing changed.
    guard let target = updates.notes.first?.before, target.id == first else {
      throw ReferenceError.unknown(first.description)
    }
    return updates
  }
}

/// The state of a merge of notes.
package struct MergeState: ViewState {
  package var phase: Phase = .idle
  /// The joined note.
  package var note: Note?
  /// The notes that were joined into it and moved to the trash, as they were before.
  package var merged: [Note] = []
  /// The number of notes whose links were mended.
  package var mended = 0
  /// The number of notes with links that were not mended and lead nowhere, since another note has the new name.
  package var broken = 0
}
