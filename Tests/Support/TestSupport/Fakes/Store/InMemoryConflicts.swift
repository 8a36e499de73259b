import NotesDomain

/// The conflicts of an ``InMemoryStoreState``. A settled one stays while the history has its resolution.
struct InMemoryConflicts: Sendable {
  private struct Entry: Sendable {
    let conflict: NoteConflict
    /// The change set that settled it; `nil` while it is open.
    var settledBy: Int?
    /// The change set that undid that one.
    var reopenedBy: Int?
  }

  private var entries = JournaledValue<[Entry]>([])
  /// The conflicts that the transaction settles.
  private var settled: [NoteConflict.ID] = []

  /// The open conflicts, oldest first.
  var open: [NoteConflict] {
    entries.current.filter { $0.settledBy == nil && !settled.contains($0.conflict.id) }.map(\.conflict)
  }

  /// All conflicts, the settled ones included.
  var all: [NoteConflict] { entries.current.map(\.conflict) }

  mutating func add(_ conflict: NoteConflict) {
    entries.set(entries.current.filter { $0.conflict.id != conflict.id } + [Entry(conflict: conflict)])
  }

  /// - Parameter isForgotten: Whether the undo of the changes does not reopen it.
  mutating func settle(_ id: NoteConflict.ID, isForgotten: Bool) {
    if isForgotten {
      entries.set(entries.current.filter { $0.conflict.id != id })
    } else {
      settled.append(id)
    }
  }

  /// Lets conflicts name another note.
  mutating func rename(_ id: NoteID, to other: NoteID) {
    entries.set(
      entries.current.map { entry in
        let conflict = entry.conflict
        guard [conflict.note, conflict.copy].contains(id) else { return entry }
        let (note, copy) = (conflict.note == id ? other : conflict.note, conflict.copy == id ? other : conflict.copy)
        return Entry(
          conflict: NoteConflict(
            note: note, copy: copy, base: conflict.base?.copied(as: note), theirs: conflict.theirs.copied(as: note),
            ours: conflict.ours.copied(as: note), detected: conflict.detected),
          settledBy: entry.settledBy, reopenedBy: entry.reopenedBy)
      })
  }

  /// Removes the settled conflicts of a note that is removed with its history.
  mutating func forget(_ id: NoteID) {
    entries.set(
      entries.current.filter { $0.settledBy == nil || ($0.conflict.note != id && $0.conflict.copy != id) })
  }

  /// Exchanges the open and the settled conflicts of a change set that another one undoes.
  mutating func revert(_ number: Int, in reversal: Int, exists: (NoteID) -> Bool) {
    change { entry in
      if entry.settledBy == number {
        (entry.settledBy, entry.reopenedBy) = (nil, reversal)
      } else if entry.reopenedBy == number, entry.settledBy == nil {
        (entry.settledBy, entry.reopenedBy) = (reversal, nil)
      }
    }
    entries.set(
      entries.current.filter {
        $0.settledBy != reversal || (exists($0.conflict.note) && exists($0.conflict.copy))
      })
    entries.commit()
  }

  /// Ends a transaction.
  ///
  /// - Parameter changeSet: The set of its changes; `nil` if there are none, so that there is nothing to undo.
  mutating func commit(in changeSet: Int?) {
    if let changeSet {
      change { [settled] entry in
        if settled.contains(entry.conflict.id) { (entry.settledBy, entry.reopenedBy) = (changeSet, nil) }
      }
    } else if !settled.isEmpty {
      entries.set(entries.current.filter { !settled.contains($0.conflict.id) })
    }
    settled = []
    entries.commit()
  }

  mutating func rollBack() {
    settled = []
    entries.rollBack()
  }

  private mutating func change(_ body: (inout Entry) -> Void) {
    var changed = entries.current
    for index in changed.indices { body(&changed[index]) }
    entries.set(changed)
  }
}
