package import NotesDomain

/// Finds the conflict that a person means by the beginning of an id.
package struct ConflictFinder: Sendable {
  private let store: any ConflictStore
  private let repository: any NoteRepository

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - store: Where conflicts are kept.
  ///   - repository: Where the notes are.
  package init(store: any ConflictStore, repository: any NoteRepository) {
    self.store = store
    self.repository = repository
  }

  /// The conflicts that nobody has settled, oldest first.
  ///
  /// - Throws: ``Failure/store(_:)``.
  func all() async throws(Failure) -> [NoteConflict] {
    try await Failure.ofStore { () async throws(StoreError) in try await store.conflicts() }
  }

  /// The one conflict whose copy, or else whose note, has an id that begins with a text.
  ///
  /// - Parameter text: What a person typed.
  /// - Throws: ``Failure/noConflict(_:)``, ``Failure/ambiguousConflict(_:candidates:)`` or ``Failure/store(_:)``.
  func conflict(_ text: String) async throws(Failure) -> OpenConflict {
    guard let prefix = NoteIDPrefix(text) else { throw .noConflict(text) }
    let conflicts = try await all()
    // Copies go first: a copy can be the note of another conflict, and would else never be named alone.
    let named = conflicts.filter { prefix.range.contains($0.copy) }
    let candidates = named.isEmpty ? conflicts.filter { prefix.range.contains($0.note) } : named
    guard let conflict = candidates.first else { throw .noConflict(text) }
    guard candidates.count == 1 else { throw .ambiguousConflict(text, candidates: candidates) }
    return try await open(conflict)
  }

  /// A conflict with both notes as they are now.
  ///
  /// - Throws: ``Failure/store(_:)``.
  func open(_ conflict: NoteConflict) async throws(Failure) -> OpenConflict {
    try await Failure.ofStore { () async throws(StoreError) in
      let ids = [conflict.note, conflict.copy]
      let notes = try await repository.notes(ids)
      let short = try await repository.abbreviations(of: ids)
      return OpenConflict(
        conflict: conflict, note: notes.first { $0.id == conflict.note }, copy: notes.first { $0.id == conflict.copy },
        noteShortID: short[conflict.note] ?? conflict.note.description,
        copyShortID: short[conflict.copy] ?? conflict.copy.description)
    }
  }
}

/// A conflict, with both notes as they are now.
package struct OpenConflict: Sendable, Hashable {
  /// The conflict: what the notes were when they met.
  package let conflict: NoteConflict
  /// The note that has the vault's text, as it is now; `nil` when it is gone.
  package let note: Note?
  /// The copy that has this device's text, as it is now; `nil` when it is gone.
  package let copy: Note?
  /// The shortest beginning of the note's id that names it.
  package let noteShortID: String
  /// The shortest beginning of the copy's id that names it, and the conflict with it.
  package let copyShortID: String

  /// What stands for the vault's side: the note as it is now, or as it was when it is gone.
  package var theirs: Note { note ?? conflict.theirs }

  /// What stands for this device's side: the copy as it is now, or as it was when it is gone.
  package var ours: Note { copy ?? conflict.ours }
}
