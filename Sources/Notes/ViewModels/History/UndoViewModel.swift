public import NotesDomain
public import Observation

/// Taking changes back, and taking back that they were.
@MainActor @Observable
public final class UndoViewModel {
  /// What to show.
  public private(set) var state = UndoState()

  private let history: any NoteHistory
  private let clock: any WallClock

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - history: What happened.
  ///   - clock: The time, for notes that go to the trash.
  public init(history: any NoteHistory, clock: any WallClock) {
    self.history = history
    self.clock = clock
  }

  /// Takes a set of changes back, all of it or nothing; see ``NoteUndo`` for what becomes of the notes.
  ///
  /// - Parameters:
  ///   - number: The number of the set; `nil` for the last one that a person or an import made and that is still in force.
  ///   - isDryRun: Whether to find out only what it would do.
  public func undo(_ number: Int? = nil, isDryRun: Bool = false) async {
    state = UndoState(phase: .working)
    do throws(Failure) {
      let set = try await changeSet(number)
      state.changeSet = set
      try await takeBack(set, isDryRun: isDryRun)
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  private func takeBack(_ set: ChangeSet, isDryRun: Bool) async throws(Failure) {
    let (report, now) = (ReversalReport(), clock.now())
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
      for set in page where try await isLastWord(set) { return set }
      guard let end = page.last else { throw .nothingToUndo }
      last = end.id
    }
  }

  /// Whether a set is something that a person or an import did and that is still in force. What took something back is not
  /// such a thing; what took that back is.
  private func isLastWord(_ set: ChangeSet) async throws(Failure) -> Bool {
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
