package import NotesDomain

extension InMemoryNoteRepository: ConflictStore {
  /// The conflicts that nobody has settled, oldest first.
  package func conflicts() async throws(StoreError) -> [NoteConflict] {
    try guarded.read { state throws(StoreError) in state.conflicts.current }
  }

  /// Marks a conflict as settled.
  package func settle(_ id: NoteConflict.ID) async throws(StoreError) -> Bool {
    try guarded.change(nil, at: clock.now()) { state throws(StoreError) in
      let left = state.conflicts.current.filter { $0.id != id }
      guard left.count < state.conflicts.current.count else { return false }
      state.conflicts.set(left)
      return true
    }
  }
}
