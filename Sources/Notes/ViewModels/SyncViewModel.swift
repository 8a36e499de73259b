package import NotesDomain
import Observation

/// Bringing this device and its vault together: once, or again and again.
@MainActor @Observable
package final class SyncViewModel {
  /// What to show.
  package private(set) var state = SyncViewState()

  private let synchronizer: any Synchronizer
  private let changes: any ChangeWatch
  private let repository: any NoteRepository
  private let sleeper: any Sleeper
  private let randomness: any Randomness

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - synchronizer: Brings the two together.
  ///   - changes: Tells when there is something to do between two syncs.
  ///   - repository: Where the notes are, for the short ids of those that are left out.
  ///   - sleeper: How to rest between two syncs.
  ///   - randomness: Spreads the waiting, so that devices do not all ask in the same moment.
  package init(
    synchronizer: any Synchronizer, changes: any ChangeWatch, repository: any NoteRepository, sleeper: any Sleeper,
    randomness: any Randomness
  ) {
    self.synchronizer = synchronizer
    self.changes = changes
    self.repository = repository
    self.sleeper = sleeper
    self.randomness = randomness
  }

  /// Sends and receives until both sides know the same, then looks where this device stands.
  ///
  /// - Parameter request: What to do in questions that people decide.
  package func sync(_ request: SyncRequest = SyncRequest()) async {
    state = SyncViewState(phase: .working, status: state.status, shortIDs: state.shortIDs)
    // Reports come from wherever the engine runs. What is shown is the newest; none comes after the end.
    let (reports, reporting) = AsyncStream.makeStream(of: SyncProgress.self, bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      for await progress in reports { state.progress = progress }
    }
    let result = await result(of: request) { reporting.yield($0) }
    reporting.finish()
    await following.value
    state.progress = nil
    switch result {
    case .success(let summary):
      state.summary = summary
      await finish()
    case .failure(let error):
      state.phase = .failed(.sync(error))
    }
  }

  /// Looks where this device stands, without asking anybody.
  package func loadStatus() async {
    state = SyncViewState(phase: .working, status: state.status, shortIDs: state.shortIDs)
    await finish()
  }

  /// Syncs, waits, and syncs again, until the task is cancelled or a sync fails in a way that waiting does not mend; the
  /// state then shows the failure. A change on either side ends the waiting. After a failure that may pass it waits longer
  /// each time, and only a change on this device makes it try sooner; so it does for a side that calls for syncs which then
  /// have nothing to do.
  ///
  /// - Parameters:
  ///   - milliseconds: How long to wait after a sync that came to its end, when nothing changes.
  ///   - report: Called with the state after each sync that is followed by another.
  /// - Throws: What `report` throws, which ends the watch.
  package func watch<Problem: Error>(
    every milliseconds: Int, report: @MainActor (SyncViewState) throws(Problem) -> Void
  ) async throws(Problem) {
    var schedule = SyncSchedule(every: milliseconds)
    var caller: ChangeOrigin?
    while !Task.isCancelled {
      await sync()
      let error = error
      guard error?.isTransient ?? true else { return }
      try report(state)
      let pauses = schedule.pauses(
        after: error, madeChanges: state.summary?.madeChanges ?? false, calledBy: caller,
        drawn: randomness.next())
      do throws(CancellationError) {
        caller = try await change(during: pauses, since: await changes.mark())
      } catch {
        return
      }
    }
  }

  /// Watches away from the main actor, where a person may wait for something else.
  @concurrent
  private nonisolated func change(
    during pauses: [SyncWait], since mark: LocalChangeMarker?
  ) async throws(CancellationError) -> ChangeOrigin? {
    for pause in pauses {
      if pause.origins.isEmpty {
        try await sleeper.sleep(milliseconds: pause.milliseconds)
      } else if let origin = try await changes.waitForChange(
        on: pause.origins, since: mark, milliseconds: pause.milliseconds)
      {
        return origin
      }
    }
    return nil
  }

  /// Why the last sync, or the look behind it, failed.
  private var error: SyncError? {
    switch state.phase {
    case .failed(.sync(let error)): error
    case .failed(.store(let error)): .store(error)
    case .idle, .working, .done, .failed: nil
    }
  }

  /// Runs the engine away from the main actor: it merges and reads a lot, and its progress is to be seen meanwhile.
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

  private func finish() async {
    do throws(StoreError) {
      let status = try await synchronizer.status()
      state.status = status
      state.shortIDs = try await repository.abbreviations(of: status.blocked.map(\.id))
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }
}

/// What is shown of sync.
package struct SyncViewState: Sendable, Hashable {
  /// How far the last action is.
  package var phase: Phase = .idle
  /// What the sync under way is doing; `nil` when there is none, or it has not said yet.
  package var progress: SyncProgress?
  /// What the last sync did; `nil` when it did not come to its end.
  package var summary: SyncSummary?
  /// Where this device stood after the last sync or look; `nil` before.
  package var status: SyncStatus?
  /// The shortest beginnings of the ids of the notes that are left out.
  package var shortIDs: [NoteID: String] = [:]

  /// A pull that waits for a person to decide; `nil` when there is none.
  package var brake: DeletionGuard? {
    if case .failed(.sync(.braked(let brake))) = phase { brake } else { status?.brake }
  }
}
