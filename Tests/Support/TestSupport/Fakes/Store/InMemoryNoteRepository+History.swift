package import NotesDomain

extension InMemoryNoteRepository: NoteHistory {
  /// Goes on as another run of the program: its changes are a set of their own, even if the last ones are of the same kind.
  ///
  /// A store makes one set of all changes of one kind in a row, since a run of the program is one command.
  package func beginRun() {
    guarded.force { state in state.closeChangeSet() }
  }

  /// The sets of changes, newest first.
  package func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet] {
    try guarded.read { state throws(StoreError) in state.history.changeSets(before: number, limit: limit) }
  }

  /// The versions of a note, newest first.
  package func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion] {
    try guarded.read { state throws(StoreError) in
      state.history.versions(of: id, current: state.notes[id], limit: limit)
    }
  }

  /// Takes a set of changes back, in one transaction and as a new set.
  package func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> UndoStep
  ) async throws(StoreError) -> UndoResult {
    let moment = clock.now()
    return try guarded.read { state throws(StoreError) in state.revert(number, at: moment, decide: decide) }
  }
}
