package import NotesDomain
import Observation
import Synchronization

/// Undo and redo of change sets.
@MainActor @Observable
package final class UndoViewModel: ViewModel {
  package private(set) var state = UndoState()

  private let history: any NoteHistory
  private let wallClock: any WallClock

  init(history: any NoteHistory, wallClock: any WallClock) {
    self.history = history
    self.wallClock = wallClock
  }

  /// Undoes a change set as a whole; see ``NoteUndo`` for the effect on each note. Undoing an undo redoes.
  ///
  /// - Parameter number: The number of the change set; `nil` for the last one by the user or an import that is in force, and has
  ///   something left to undo. Notes that were removed permanently since are not passed over: what is meant by the last change
  ///   cannot be undone then.
  package func undo(_ number: Int? = nil, isDryRun: Bool = false) async {
    state = UndoState(phase: .working)
    state.phase = await .after {
      var last: Int?
      repeat {
        let changeSet = try await changeSet(number, before: last)
        guard changeSet.kind != .purge else { throw HistoryFailure.purged(changeSet.id, count: changeSet.count) }
        state.changeSet = changeSet
        try await revert(changeSet, isDryRun: isDryRun)
        last = changeSet.id
        // Sync or another device made its changes ineffective: without a number, the one before is meant.
      } while number == nil && state.outcome == .nothingLeft
    }
  }

  /// Finds the change set that an undo without a number undoes.
  package func findLast() async {
    state = UndoState(phase: .working)
    state.phase = await .after { state.changeSet = try await changeSet(nil, before: nil) }
  }

  private func revert(_ changeSet: ChangeSet, isDryRun: Bool) async throws {
    let (recorder, now) = (UndoReport(), wallClock.now())
    let result = try await history.revert(changeSet.id) { change, current in
      let step = recorder.decide(change, current: current, at: now)
      // Refusing one note makes the store change none.
      return isDryRun ? .refuse : step
    }
    let report = recorder.contents
    switch result {
    case .unknown: throw HistoryFailure.noChangeSet(changeSet.id)
    case .alreadyUndone(let other):
      let (last, isUndone) = try await lastReversal(from: other)
      throw isUndone
        ? HistoryFailure.undoneBefore(changeSet.id, by: last) : HistoryFailure.redoneBefore(changeSet.id, by: last)
    case .refused where !isDryRun || !report.refused.isEmpty:
      throw HistoryFailure.undoRefused(changeSet.id, notes: report.refused)
    case .refused: state.outcome = report.count == 0 ? .nothingLeft : .possible
    case .done(let number, let changes, let links):
      state.outcome = changes.isEmpty ? .nothingLeft : .done(changeSet: number)
      state.links = links
    }
    (state.changes, state.count) = (report.changes, report.count)
  }

  /// Finds a change set by its number; for `nil` the last one in force before another.
  private func changeSet(_ number: Int?, before end: Int?) async throws -> ChangeSet {
    if let number {
      guard let changeSet = try await existing(number) else { throw HistoryFailure.noChangeSet(number) }
      return changeSet
    }
    var last = end
    while true {
      let page = try await history.changeSets(before: last, limit: 50)
      for changeSet in page where try await isInForce(changeSet) { return changeSet }
      guard let end = page.last else { throw HistoryFailure.nothingToUndo }
      last = end.id
    }
  }

  /// Returns whether a change set is by the user or an import, or redoes one, and was not undone.
  private func isInForce(_ changeSet: ChangeSet) async throws -> Bool {
    guard changeSet.undoneBy == nil else { return false }
    var (isApplied, kind) = (true, changeSet.kind)
    while case .undo(let number) = kind {
      isApplied.toggle()
      guard let other = try await existing(number) else { return false }
      kind = other.kind
    }
    return isApplied && kind != .sync
  }

  /// Returns the last of the change sets that undo each other from one on, and whether the changes are undone after it.
  private func lastReversal(from number: Int) async throws -> (number: Int, isUndone: Bool) {
    var (last, isUndone) = (number, true)
    while let next = try await existing(last)?.undoneBy { (last, isUndone) = (next, !isUndone) }
    return (last, isUndone)
  }

  private func existing(_ number: Int) async throws -> ChangeSet? {
    guard number > 0, number < .max else { return nil }
    let page = try await history.changeSets(before: number + 1, limit: 1)
    return page.first.flatMap { $0.id == number ? $0 : nil }
  }
}

/// The state of an undo.
package struct UndoState: ViewState {
  /// The result of an undo.
  package enum Outcome: Sendable, Hashable {
    /// The changes were undone by a new change set with this number.
    case done(changeSet: Int)
    /// No note has the changes any more.
    case nothingLeft
    /// The changes can be undone. The result of a dry run.
    case possible
  }

  package var phase: Phase = .idle
  /// The change set to undo.
  package var changeSet: ChangeSet?
  package var outcome: Outcome?
  /// The changes that were made, or that would be made; at most a hundred.
  package var changes: [NoteChange] = []
  /// The number of all changes.
  package var count = 0
  /// The outcome for the links to notes whose names changed.
  package var links = MendedLinks()
}

/// The reason why a version cannot be shown, or a change set undone.
package enum HistoryFailure: Error, Sendable, Hashable {
  /// No change set has this number.
  case noChangeSet(Int)
  /// No version of the note is of the change set with this number.
  case noVersion(Int)
  case nothingToUndo
  /// The change set removed notes permanently.
  case purged(Int, count: Int)
  /// The change set was undone before, by the change set `by`.
  case undoneBefore(Int, by: Int)
  /// The change set was undone and redone before, the last time by the change set `by`, which can be undone.
  case redoneBefore(Int, by: Int)
  /// The change set cannot be undone, since later changes of these notes overlap with it.
  case undoRefused(Int, notes: [NoteSummary])
}

/// The decisions about the notes of a change set, which the store requests inside of its transaction.
final class UndoReport: Sendable {
  /// The maximum number of reported notes; a change set may have any number.
  static let maximumNotes = 100

  struct Contents: Sendable {
    var changes: [NoteChange] = []
    var count = 0
    var refused: [NoteSummary] = []
  }

  private let state = Mutex(Contents())

  var contents: Contents { state.withLock { $0 } }

  /// Decides about a note, which can move to the trash now, and records the decision.
  func decide(_ change: NoteChange, current: Note?, at now: Timestamp) -> UndoStep {
    let step = NoteUndo.reversal(of: change, current: current, at: now)
    state.withLock { contents in
      switch step {
      case .leave: break
      case .write(let note):
        contents.count += 1
        guard contents.changes.count < Self.maximumNotes else { return }
        contents.changes.append(NoteChange(id: change.id, before: current, after: note))
      case .refuse:
        guard contents.refused.count < Self.maximumNotes else { return }
        if let note = current ?? change.after ?? change.before { contents.refused.append(note.summary) }
      }
    }
    return step
  }
}
