import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct SyncWatchTests {
  private let fakes = Fakes()

  /// Watches until a given wait, and returns the phase after each sync.
  private func watch(until pause: Int, every interval: Duration = .seconds(60)) async throws -> (SyncViewModel, [Phase])
  {
    fakes.clock.cancel(at: pause)
    let model = try viewModel(SyncViewModel.self, fakes)
    var phases: [Phase] = []
    await model.watch(every: interval) { state in phases.append(state.phase) }
    return (model, phases)
  }

  /// Returns whether a wait has at least a duration, and is at most a fifth longer.
  private func fits(_ pause: Duration, _ shortest: Duration) -> Bool {
    (shortest...shortest * 6 / 5).contains(pause)
  }

  @Test func `a watch syncs and waits until it is cancelled`() async throws {
    let (_, phases) = try await watch(until: 3)
    #expect(phases == [.done, .done, .done])
    #expect(fakes.synchronizer.requests == Array(repeating: SyncRequest(), count: 3))
    #expect(fakes.clock.pauses.allSatisfy { fits($0, .seconds(60)) })
  }

  @Test func `a change on either side ends a wait`() async throws {
    fakes.synchronizer.summary.received = 1
    fakes.changes.change(.vault)
    fakes.changes.change(.device)
    let (_, phases) = try await watch(until: 3)
    #expect(phases == [.done, .done, .done])
    #expect(fakes.clock.pauses.prefix(2) == [.milliseconds(500), .milliseconds(500)])
  }

  @Test(arguments: [Duration.seconds(60), .seconds(3600)], [ChangeOrigin.vault, .device])
  func `a side that triggers syncs without changes is ignored for longer and longer`(
    interval: Duration, origin: ChangeOrigin
  ) async throws {
    for _ in 1...1000 { fakes.changes.change(origin) }
    _ = try await watch(until: 100, every: interval)
    let minutes = Int(fakes.clock.pauses.reduce(.zero, +) / .seconds(60))
    let most = 8 + 2 * minutes
    #expect(minutes > 10)
    #expect(fakes.synchronizer.requests.count <= most, "\(fakes.clock.pauses)")
  }

  @Test func `there are at most two syncs a second, whatever both sides do`() async throws {
    for _ in 1...1000 {
      fakes.changes.change(.vault)
      fakes.changes.change(.device)
    }
    for received in [0, 1] {
      fakes.synchronizer.summary.received = received
      _ = try await watch(until: fakes.clock.pauses.count + 100)
    }
    let seconds = Int(fakes.clock.pauses.reduce(.zero, +) / .seconds(1))
    let most = 3 + 2 * seconds
    #expect(fakes.synchronizer.requests.count <= most)
  }

  @Test func `a local change is synced while the vault triggers syncs without changes`() async throws {
    for _ in 1...20 { fakes.changes.change(.vault) }
    _ = try await watch(until: 20)
    let before = (syncs: fakes.synchronizer.requests.count, pauses: fakes.clock.pauses.count)
    fakes.changes.change(.device)
    fakes.changes.change(.vault)
    _ = try await watch(until: before.pauses + 2)
    #expect(fakes.synchronizer.requests.count == before.syncs + 3)
    #expect(fakes.clock.pauses.suffix(2) == [.milliseconds(500), .milliseconds(500)])
  }

  @Test func `the changes of a sync do not trigger another, and those that it left pending do`() async throws {
    // The fake says that one change is pending after the first sync, and two after the second.
    _ = try await watch(until: 2)
    #expect(fakes.changes.compared == [0, 0].map { LocalChangeMarker(pending: $0, changeSet: 0) })
  }

  @Test func `after a failure a local change ends a wait, and a change in the vault does not`() async throws {
    fakes.synchronizer.failure = .transport(.unreachable(detail: "no route"))
    fakes.changes.change(.vault)
    fakes.changes.change(.device)
    let (_, phases) = try await watch(until: 3)
    #expect(phases.count == 2)
    #expect(fakes.changes.compared == [1, 2].map { LocalChangeMarker(pending: $0, changeSet: 0) })
    let pauses = fakes.clock.pauses
    #expect(pauses.prefix(2) == [.seconds(1), .seconds(2)])
    #expect(fits(.seconds(2) + pauses[2], .seconds(240)))
  }

  @Test func `waits are randomized`() async throws {
    _ = try await watch(until: 8)
    #expect(Set(fakes.clock.pauses).count > 1, "\(fakes.randomness)")
  }

  @Test func `each failure doubles the wait up to a limit, and a success resets it`() async throws {
    let error = SyncError.transport(.unreachable(detail: "no route"))
    for _ in 1...6 { fakes.synchronizer.answerNext(with: .failure(error)) }
    let (_, phases) = try await watch(until: 13)
    #expect(phases == Array(repeating: .failed(Failure(error)), count: 6) + [.done])
    // Each wait after a failure begins with a part that no change ends.
    let pauses = stride(from: 0, to: 12, by: 2).map { fakes.clock.pauses[$0] + fakes.clock.pauses[$0 + 1] }
    let expected = [120, 240, 480, 900, 900, 900].map { Duration.seconds($0) }
    #expect(zip(pauses, expected).allSatisfy { fits($0, $1) }, "\(fakes.clock.pauses)")
    #expect(fits(fakes.clock.pauses[12], .seconds(60)))
  }

  @Test func `after failures a watch retries within 15 minutes, whatever its interval`() async throws {
    fakes.synchronizer.failure = .transport(.unreachable(detail: "no route"))
    _ = try await watch(until: 20, every: .seconds(3600))
    let pauses = stride(from: 0, to: 20, by: 2).map { fakes.clock.pauses[$0] + fakes.clock.pauses[$0 + 1] }
    #expect(pauses.allSatisfy { $0 <= .seconds(1080) })
    #expect(fits(pauses[9], .seconds(900)), "\(pauses)")
  }

  @Test func `a watch never retries before the time that the server requests`() async throws {
    fakes.synchronizer.answerNext(with: .failure(.transport(.rateLimited(retryAfter: .seconds(5_000)))))
    fakes.changes.change(.device)
    _ = try await watch(until: 1)
    #expect(fits(fakes.clock.pauses[0], .seconds(5000)))
  }

  @Test func `a brake does not lengthen the wait`() async throws {
    fakes.synchronizer.currentStatus.deletionBrake = DeletionBrake(deletions: 30, notes: 40)
    let (model, phases) = try await watch(until: 3)
    #expect(phases.count == 3 && model.state.deletionBrake != nil)
    #expect(fakes.clock.pauses.allSatisfy { fits($0, .seconds(60)) })
  }

  @Test(arguments: [
    SyncError.transport(.notConfigured), .transport(.unauthorized), .transport(.encryption(.rotated)),
    .transport(.unsupportedProtocol(found: 2, supported: 1)), .store(.corrupt(path: "/store", detail: "page 1")),
  ])
  func `a permanent failure ends a watch`(error: SyncError) async throws {
    fakes.synchronizer.failure = error
    let (model, phases) = try await watch(until: 3)
    #expect(model.state.phase == .failed(Failure(error)))
    #expect(phases.isEmpty && fakes.clock.pauses.isEmpty)
  }

  @Test(arguments: [
    SyncError.transport(.unavailable(detail: "503", retryAfter: nil)), .transport(.undecodable(detail: "cut off")),
    .transport(.refused(detail: "413")), .transport(.oversized(limit: 1)), .store(.locked(path: "/store")),
    .transport(.encryption(.store(.locked(path: "/store")))), .roundLimitReached(rounds: 9),
  ])
  func `a transient failure does not end a watch`(error: SyncError) async throws {
    fakes.synchronizer.failure = error
    #expect(try await watch(until: 3).1.count == 2)
  }

  @Test func `a cancelled task ends a watch before the first sync`() async throws {
    let model = try viewModel(SyncViewModel.self, fakes)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await model.watch(every: .milliseconds(1)) { _ in }
    }
    await task.value
    #expect(fakes.synchronizer.requests.isEmpty)
  }

  @Test func `an error of the report ends a watch`() async throws {
    let model = try viewModel(SyncViewModel.self, fakes)
    await #expect(throws: StoreError.locked(path: "/")) {
      try await model.watch(every: .milliseconds(1)) { _ throws(StoreError) in throw .locked(path: "/") }
    }
    #expect(fakes.clock.pauses.isEmpty)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func `every interval is valid`(interval: Int) async throws {
    _ = try await watch(until: 1, every: .milliseconds(interval))
    #expect((.milliseconds(1)...(.seconds(1_000_000))).contains(fakes.clock.pauses[0]))
  }
}
