/// The memory of what happened to notes: every version that a change took the place of.
///
/// Each command, import and sync is a set of changes. Removing a note for good removes its history.
package protocol NoteHistory: Sendable {
  /// The sets of changes, newest first.
  ///
  /// - Parameters:
  ///   - number: Only sets before the one with this number; `nil` for the newest.
  ///   - limit: The most sets to return.
  func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet]

  /// The versions of a note, newest first: the first is the note as it is. What was there before anything was remembered
  /// belongs to the set 0, which ``changeSets(before:limit:)`` does not have.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - limit: The most versions to return.
  func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion]

  /// Takes a set of changes back, in one transaction and as a new set.
  ///
  /// - Parameters:
  ///   - number: The number of the set.
  ///   - decide: What to do about each note, given the change and the note as it is now. It may run while the store is
  ///     locked, so it must be short and must not call the store.
  func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> UndoStep
  ) async throws(StoreError) -> UndoResult
}

/// A note as it was for some time.
package struct NoteVersion: Sendable, Hashable {
  /// The number of the ``ChangeSet`` that made it.
  package let changeSet: Int
  /// When it was made.
  package let made: Timestamp
  /// Who made it.
  package let kind: ChangeSet.Kind
  /// The note; `nil` when the change took it away.
  package let note: Note?
  /// Where it is the merge of two texts: what they came from.
  package let merging: MergeRecord?

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - changeSet: The number of the set of changes that made it.
  ///   - made: When it was made.
  ///   - kind: Who made it.
  ///   - note: The note.
  ///   - merging: Where it is the merge of two texts: what they came from.
  package init(changeSet: Int, made: Timestamp, kind: ChangeSet.Kind, note: Note?, merging: MergeRecord? = nil) {
    self.changeSet = changeSet
    self.made = made
    self.kind = kind
    self.note = note
    self.merging = merging
  }
}

/// How a change of a note is taken back, whatever happened to the note since.
package enum NoteUndo {
  /// What to do about one note of a set of changes that is taken back.
  ///
  /// A note that is as the change left it becomes what it was before. One that was changed since is merged: what came later
  /// stays, as far as it touches other lines and fields. A note that the change added goes to the trash, not away.
  ///
  /// - Parameters:
  ///   - change: What happened to the note.
  ///   - current: The note as it is; `nil` when it is gone.
  ///   - moment: The time, for what goes to the trash.
  package static func reversal(of change: NoteChange, current: Note?, at moment: Timestamp) -> UndoStep {
    guard let before = change.before else { return reversalOfAddition(change.after, current, moment) }
    guard let current else { return change.after == nil ? .write(before) : .refuse }
    if current == before { return .leave }
    if current == change.after { return .write(before) }
    guard let merged = NoteMerge.merge(base: change.after, ours: current, theirs: before) else { return .refuse }
    return merged == current ? .leave : .write(merged)
  }

  private static func reversalOfAddition(_ added: Note?, _ current: Note?, _ moment: Timestamp) -> UndoStep {
    guard let added, var current, current.trashed == nil else { return .leave }
    // Pinned, moved or archived, it is still what was added; with another text it is somebody's work.
    guard !current.hasTextOtherThan(added) else { return .refuse }
    current.trashed = moment
    return .write(current)
  }
}

/// What to do about one note when a set of changes is taken back.
package enum UndoStep: Sendable, Hashable {
  /// Leave it as it is.
  case leave
  /// Write this version.
  case write(Note)
  /// Do not take back anything: what happened to the note since cannot be told apart from the change.
  case refuse
}

/// What came of taking a set of changes back.
package enum UndoResult: Sendable, Hashable {
  /// It was taken back by the set with this number; these are the changes that took it back, at most a hundred.
  case done(changeSet: Int, changes: [NoteChange])
  /// These notes stood against it, and nothing was changed.
  case refused([NoteID])
  /// It had been taken back by the set with this number.
  case doneBefore(changeSet: Int)
  /// There is no such set, or nothing is known any more of what it changed.
  case unknown
}
