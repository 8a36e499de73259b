package import NotesDomain
import Observation
import Synchronization

/// Taking changes back, and taking back that they were.
@MainActor @Observable
package final class UndoViewModel {
  /// What to show.
  package private(set) var state = UndoState()

  private let history: any NoteHistory
  private let clock: any WallClock

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - history: What happened.
  ///   - clock: The time, for notes that go to the trash.
  package init(history: any NoteHistory, clock: any WallClock) {
    self.history = history
    self.clock = clock
  }

  /// Takes a set of changes back, all of it or nothing; see ``NoteUndo`` for what becomes of the notes.
  ///
  /// - Parameters:
  ///   - number: The number of the set; `nil` for the last one that a person or an import made and that is still in force.
  ///   - isDryRun: Whether to find out only what it would do.
  package func undo(_ number: Int? = nil, isDryRun: Bool = false) async {
    state = UndoState(phase: .working)
    do throws(Failure) {
      let set = try await changeSet(number)
      state.changeSet = set
      try await revert(set, isDryRun: isDryRun)
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  private func revert(_ set: ChangeSet, isDryRun: Bool) async throws(Failure) {
    let (report, now) = (UndoReport(), clock.now())
    let result = try await Failure.ofStore { () async throws(StoreError) in
      try await history.revert(set.id) { change, current in
        let reversal = report.decide(change, current, at: now)
        // A store that is refused one note changes none.
        return isDryRun ? .refuse : reversal
      }
    }
    let decided = report.contents
    switch result {
    case .unknown: throw .noChangeSet(set.id)
    case .doneBefore(let other): throw .undoneBefore(set.id, by: other)
    case .refused where !isDryRun || !decided.refused.isEmpty:
      throw .undoRefused(set.id, notes: decided.refused)
    case .refused: state.outcome = decided.count == 0 ? .nothingLeft : .possible
    case .done(let number, let changes): state.outcome = changes.isEmpty ? .nothingLeft : .done(changeSet: number)
    }
    (state.changes, state.count) = (decided.changes, decided.count)
  }

  private func changeSet(_ number: Int?) async throws(Failure) -> ChangeSet {
    if let number {
      guard let set = try await known(number) else { throw .noChangeSet(number) }
      return set
    }
    var last: Int?
    while true {
      let page = try await Failure.ofStore { [last] () async throws(StoreError) in
        try await history.changeSets(before: last, limit: 50)
      }
      for set in page where try await isInForce(set) { return set }
      guard let end = page.last else { throw .nothingToUndo }
      last = end.id
    }
  }

  /// Whether a set is something that a person or an import did and that is still in force. What took something back is not
  /// such a thing; what took that back is.
  private func isInForce(_ set: ChangeSet) async throws(Failure) -> Bool {
    guard set.undoneBy == nil else { return false }
    var (isDoing, kind) = (true, set.kind)
    while case .undo(let number) = kind {
      isDoing.toggle()
      guard let other = try await known(number) else { return false }
      kind = other.kind
    }
    return isDoing && kind != .sync
  }

  private func known(_ number: Int) async throws(Failure) -> ChangeSet? {
    guard number > 0, number < .max else { return nil }
    let sets = try await Failure.ofStore { () async throws(StoreError) in
      try await history.changeSets(before: number + 1, limit: 1)
    }
    return sets.first.flatMap { $0.id == number ? $0 : nil }
  }
}

/// What came of taking changes back.
package struct UndoState: Sendable, Hashable {
  /// How it ended.
  package enum Outcome: Sendable, Hashable {
    /// The changes were taken back, by the set with this number.
    case done(changeSet: Int)
    /// Nothing of them was left.
    case nothingLeft
    /// They can be taken back; nothing was changed.
    case possible
  }

  /// How far the last action is.
  package var phase: Phase = .idle
  /// The set of changes to take back.
  package var changeSet: ChangeSet?
  /// How it ended.
  package var outcome: Outcome?
  /// What was, or would be, done to the notes: at most a hundred of them.
  package var changes: [NoteChange] = []
  /// How many notes there are in all.
  package var count = 0
}

/// What was decided about the notes of a set of changes, for whoever asked; the store decides while it is locked.
final class UndoReport: Sendable {
  /// How many notes are kept; a set may have any number.
  static let maximumNotes = 100

  struct Contents: Sendable {
    var changes: [NoteChange] = []
    var count = 0
    var refused: [NoteSummary] = []
  }

  private let state = Mutex(Contents())

  /// What was decided.
  var contents: Contents { state.withLock { $0 } }

  /// Decides about one note, and remembers it.
  ///
  /// - Parameters:
  ///   - change: What happened to the note.
  ///   - current: The note as it is.
  ///   - moment: The time.
  func decide(_ change: NoteChange, _ current: Note?, at moment: Timestamp) -> UndoStep {
    let reversal = NoteUndo.reversal(of: change, current: current, at: moment)
    state.withLock { contents in
      switch reversal {
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
    return reversal
  }
}
