package import NotesDomain
import Observation

/// The synchronization of this device with its vault, once or continuously.
@MainActor @Observable
package final class SyncViewModel: ViewModel {
  package private(set) var state = SyncViewState()

  private let synchronizer: any Synchronizer
  private let changes: any ChangeWatch
  private let repository: any NoteRepository
  private let clock: any Clock<Duration>
  private let randomness: any Randomness

  init(
    synchronizer: any Synchronizer, changes: any ChangeWatch, repository: any NoteRepository,
    clock: any Clock<Duration>, randomness: any Randomness
  ) {
    self.synchronizer = synchronizer
    self.changes = changes
    self.repository = repository
    self.clock = clock
    self.randomness = randomness
  }

  /// Syncs, and loads the status afterwards.
  package func sync(_ request: SyncRequest = SyncRequest()) async {
    state = SyncViewState(phase: .working, status: state.status, shortIDs: state.shortIDs)
    let result = await withProgress {
      self.state.progress = $0
    } during: {
      await self.result(of: request, progress: $0)
    }
    state.progress = nil
    state.phase = await .after {
      state.summary = try result.get()
      try await updateStatus()
    }
  }

  /// Loads the status, without a request to the server.
  package func loadStatus() async {
    state = SyncViewState(phase: .working, status: state.status, shortIDs: state.shortIDs)
    state.phase = await .after { try await updateStatus() }
  }

  /// Syncs repeatedly until the task is cancelled, or until a sync fails permanently; the state then has the failure.
  ///
  /// A change on either side ends a wait. After each transient failure it waits longer, and only a change on this device
  /// ends the wait early. An origin whose changes trigger syncs that make no changes is ignored for longer, too.
  ///
  /// - Parameters:
  ///   - interval: The wait after a successful sync while nothing changes.
  ///   - report: Called with the state after each sync that another one follows.
  /// - Throws: The error of `report`, which ends the watch.
  package func watch<Problem: Error>(
    every interval: Duration, report: @MainActor (SyncViewState) throws(Problem) -> Void
  ) async throws(Problem) {
    var schedule = SyncSchedule(every: interval)
    var trigger: ChangeOrigin?
    while !Task.isCancelled {
      await sync()
      let error = error
      guard error?.isTransient ?? true else { return }
      try report(state)
      let waits = schedule.waits(
        after: error, madeChanges: state.summary?.madeChanges ?? false, triggeredBy: trigger,
        random: randomness.next())
      var mark = await changes.marker()
      // A sync that succeeded has sent all changes: a pending one was made after it last looked, such as during a download.
      if error == nil { mark?.pending = 0 }
      do {
        trigger = try await change(during: waits, since: mark)
      } catch {
        return
      }
    }
  }

  /// Waits for a change, off the main actor.
  ///
  /// - Returns: The origin of the change; `nil` if the waits ran out.
  @concurrent
  private nonisolated func change(
    during waits: [SyncWait], since mark: LocalChangeMarker?
  ) async throws -> ChangeOrigin? {
    for wait in waits {
      if wait.origins.isEmpty {
        try await clock.sleep(for: wait.timeout)
      } else if let origin = try await changes.waitForChange(on: wait.origins, since: mark, timeout: wait.timeout) {
        return origin
      }
    }
    return nil
  }

  /// The error of the last sync, or of loading the status after it.
  private var error: SyncError? {
    switch state.phase.failure?.error {
    case let error as SyncError: error
    case let error as StoreError: .store(error)
    default: nil
    }
  }

  /// Syncs off the main actor, which shows the progress meanwhile.
  @concurrent
  private nonisolated func result(
    of request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async -> Result<SyncSummary, SyncError> {
    do throws(SyncError) {
      return .success(try await synchronizer.synchronize(request, progress: progress))
    } catch {
      return .failure(error)
    }
  }

  private func updateStatus() async throws {
    let status = try await synchronizer.status()
    state.status = status
    state.shortIDs = try await repository.abbreviations(of: status.blocked.map(\.id))
  }
}

/// The state of synchronization.
package struct SyncViewState: ViewState {
  package var phase: Phase = .idle
  /// The progress of the running sync; `nil` if none runs, or before its first report.
  package var progress: SyncProgress?
  /// The summary of the last sync; `nil` if it failed.
  package var summary: SyncSummary?
  /// The last loaded status.
  package var status: SyncStatus?
  /// The shortest unique prefixes of the ids of blocked notes.
  package var shortIDs: [NoteID: String] = [:]

  /// The brake that the user must release; `nil` if none is on.
  package var deletionBrake: DeletionBrake? {
    if case .deletionBrake(let brake)? = phase.failure?.error as? SyncError { brake } else { status?.deletionBrake }
  }
}
