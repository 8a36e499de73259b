import Synchronization

/// The history of notes: every version that a change replaced.
///
/// Each command, import and sync is a set of changes. Removing a note permanently removes its history.
package protocol NoteHistory: Sendable {
  /// Returns the sets of changes before a number, or all of them for `nil`, newest first, at most `limit`.
  func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet]

  /// Returns the versions of a note, newest first, starting with the current one. The version before the first recorded
  /// change belongs to the set 0, which ``changeSets(before:limit:)`` does not return.
  func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion]

  /// Returns the first result of a function for the versions of a note, newest first, at most `limit`; `nil` without one. They
  /// are read one after another, since each may be as large as a note.
  ///
  /// - Parameter body: Runs with the store locked, so it must not call the store.
  func firstVersion<Value: Sendable>(
    of id: NoteID, limit: Int, _ body: (NoteVersion) -> Value?
  ) async throws(StoreError) -> Value?

  /// Undoes a set of changes in one transaction, as a new set. In it, mends the links to a name that a note loses, by the rules of
  /// ``LinkMender``.
  ///
  /// - Parameter decide: Returns the step for a note, given its change and its current version. It may run with the store
  ///   locked, so it must be short and must not call the store.
  func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> UndoStep
  ) async throws(StoreError) -> UndoResult

  /// Ends the set of changes that the next ones of its kind would join. Called before each action by a
  /// program that runs more than one.
  func endChangeSet() async
}

/// A version of a note in its history.
package struct NoteVersion: Sendable, Hashable {
  /// The number of the ``ChangeSet`` that created the version.
  package let changeSet: Int
  package let created: Timestamp
  package let kind: ChangeSet.Kind
  /// The note; `nil` when the change removed it.
  package let note: Note?
  /// The sources of the version when it is the result of a merge.
  package let merge: MergeRecord?

  package init(changeSet: Int, created: Timestamp, kind: ChangeSet.Kind, note: Note?, merge: MergeRecord? = nil) {
    self.changeSet = changeSet
    self.created = created
    self.kind = kind
    self.note = note
    self.merge = merge
  }
}

/// The undo of a single note's change.
package enum NoteUndo {
  /// Returns the step that undoes a change.
  ///
  /// A note that is unchanged since becomes its earlier version. A note that was changed since is merged: later changes
  /// of other lines and fields remain. A note that the change added is moved to the trash.
  package static func reversal(of change: NoteChange, current: Note?, at time: Timestamp) -> UndoStep {
    guard let before = change.before else { return undoOfAddition(of: change.after, current: current, at: time) }
    guard let current else { return change.after == nil ? .write(before) : .refuse }
    if current == before { return .leave }
    if current == change.after { return .write(before) }
    guard let merged = NoteMerge.merge(base: change.after, ours: current, theirs: before) else { return .refuse }
    return merged == current ? .leave : .write(merged)
  }

  private static func undoOfAddition(of added: Note?, current: Note?, at time: Timestamp) -> UndoStep {
    guard let added, var current, current.trashed == nil else { return .leave }
    // A note that was only pinned, moved or archived may go; one with another text contains someone's work.
    guard !current.differsInContent(from: added) else { return .refuse }
    current.trashed = time
    return .write(current)
  }
}

/// The step that undoes the change of one note.
package enum UndoStep: Sendable, Hashable {
  /// Leave the note unchanged.
  case leave
  /// Write this version.
  case write(Note)
  /// Cancel the undo: later changes of the note overlap with the change, or the note would be too large with both.
  case refuse
}

/// The result of undoing a set of changes.
package enum UndoResult: Sendable, Hashable {
  /// The set was undone by the set with this number. Up to a hundred of the changes of the undo are included.
  case done(changeSet: Int, changes: [NoteChange], links: MendedLinks = MendedLinks())
  /// These notes have overlapping changes, and nothing was changed.
  case refused([NoteID])
  /// The set had been undone by the set with this number.
  case alreadyUndone(changeSet: Int)
  /// There is no such set, or its history was removed.
  case unknown
}

/// The outcome for the links to notes whose names changed.
package struct MendedLinks: Sendable, Hashable {
  /// The number of notes whose links were mended.
  package var mended: Int
  /// The number of notes with links that could not be mended, and lead nowhere.
  package var broken: Int

  package init(mended: Int = 0, broken: Int = 0) {
    self.mended = mended
    self.broken = broken
  }
}

/// The changes of one command or one sync, which are undone together.
package struct ChangeSet: Sendable, Hashable, Identifiable {
  /// The origin of the changes.
  package enum Kind: Sendable, Hashable {
    /// A person.
    case local
    /// An import.
    case imported
    /// A sync, with changes from another device.
    case sync
    /// The undo of another set of changes.
    case undo(of: Int)
    /// The permanent removal of notes, which cannot be undone. Only their number is recorded.
    case purge
  }

  /// The number of the set, in ascending order of time.
  package let id: Int
  package let created: Timestamp
  package let kind: Kind
  package let count: Int
  /// Up to three of the changes, for people to recognize the set.
  package let examples: [NoteChange]
  /// The number of the set that undid this one; `nil` when it was not undone.
  package let undoneBy: Int?

  package init(id: Int, created: Timestamp, kind: Kind, count: Int, examples: [NoteChange], undoneBy: Int? = nil) {
    self.id = id
    self.created = created
    self.kind = kind
    self.count = count
    self.examples = examples
    self.undoneBy = undoneBy
  }
}

/// A change of one note.
package struct NoteChange: Sendable, Hashable {
  package let id: NoteID
  /// The note before the change; `nil` when the change added it.
  package let before: Note?
  /// The note after the change; `nil` when the change removed it.
  package let after: Note?

  package init(id: NoteID, before: Note?, after: Note?) {
    self.id = id
    self.before = before
    self.after = after
  }
}

extension ChangeSet {
  private static let actions = Atomic(0)

  /// The action of a person that runs; `nil` in a program that runs only one.
  @TaskLocal package static var action: Int?

  /// Runs an action, whose changes join no set of another action that runs at the same time.
  package static func withOwnAction<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    try await $action.withValue(actions.add(1, ordering: .relaxed).newValue, operation: body)
  }
}

/// The number of versions of a note among which one is looked for by its content, the newest first.
private let maximumVersions = 200

extension NoteHistory {
  /// Returns the versions of a note, newest first, back to the one before a change set; `nil` for the newest one.
  package func versions(of id: NoteID, backBefore number: Int?) async throws -> [NoteVersion] {
    // Mostly recent versions are requested, and each has the whole text, so the first page is small.
    var limit = 8
    while true {
      let versions = try await versions(of: id, limit: limit)
      let isEnough = versions.last.map { $0.changeSet < number ?? $0.changeSet + 1 } ?? true
      if isEnough && versions.count > 1 || versions.count < limit { return versions }
      limit *= 8
    }
  }

  /// Returns the version of a note with one of some contents: in its history, or as a file had it before a merge.
  package func note(_ id: NoteID, withContents contents: [ContentDigest]) async throws -> Note? {
    guard !contents.isEmpty else { return nil }
    return try await note(id) { contents.contains(ContentDigest(of: $0)) }
  }

  /// Returns a note as it was added; `nil` if that version is not known any more.
  package func added(_ id: NoteID) async throws -> Note? {
    var added: Note?
    _ = try await firstVersion(of: id, limit: maximumVersions) { version -> Note? in
      if let note = version.note, note.modified == note.created { added = note }
      return nil
    }
    return added
  }

  /// Returns whether an import here moved a note to the trash, where it is, and no person and no other device did.
  package func isTrashedByImport(_ id: NoteID) async throws -> Bool {
    var kind: ChangeSet.Kind?
    // The change after the newest version outside of the trash.
    let last = try await firstVersion(of: id, limit: maximumVersions) { version -> ChangeSet.Kind? in
      guard version.note?.trashed != nil else { return kind ?? .local }
      kind = version.kind
      return nil
    }
    return last == .imported
  }

  /// Returns the newest version of a note that fulfills a condition: in its history, or as a file had it before a merge.
  package func note(_ id: NoteID, where isIncluded: (Note) -> Bool) async throws -> Note? {
    try await firstVersion(of: id, limit: maximumVersions) { version in
      [version.note, version.merge?.theirs].lazy.compactMap(\.self).first(where: isIncluded)
    }
  }
}
