package import NotesTransfer
import Observation

/// The mirror of a folder, both ways; see `FolderMirror`.
@MainActor @Observable
package final class MirrorViewModel: ViewModel {
  package private(set) var state = MirrorState()

  private let mirror: FolderMirror

  init(mirror: FolderMirror) {
    self.mirror = mirror
  }

  /// Keeps a folder and the notes in step until the task is cancelled, or until it has to ask; the state then has the failure.
  ///
  /// - Parameters:
  ///   - isOnce: Whether to end as soon as both sides agree.
  ///   - acceptingDeletions: Whether to remove any number of notes and files at first.
  ///   - report: Called with the state after each round.
  package func keepInStep(
    _ directory: String, once isOnce: Bool = false, acceptingDeletions: Bool = false,
    report: @escaping @MainActor @Sendable (MirrorState) throws -> Void = { _ in }
  ) async {
    state = MirrorState(phase: .working)
    state.phase = await .after {
      try await mirror.run(directory, once: isOnce, acceptingDeletions: acceptingDeletions) { round in
        try await self.show(round, report)
      }
    }
  }

  private func show(_ round: MirrorRound, _ report: @MainActor (MirrorState) throws -> Void) throws {
    (state.rounds, state.round) = (state.rounds + 1, round)
    try report(state)
  }
}

/// The state of a mirror.
package struct MirrorState: ViewState {
  package var phase: Phase = .idle
  /// The number of rounds.
  package var rounds = 0
  /// The last round; `nil` before the first.
  package var round: MirrorRound?
}
