import NotesDomain
import NotesTestSupport
import Testing
import Wiring

@testable import NotesServer

/// Waiting for a change, with a controlled sleeper.
struct WatchTests {
  private struct Watched {
    let watching: any WatchService
    let sync: any SyncService
    let notifier: ChangeNotifier
  }

  private struct SleeperModule: Module {
    let sleeper: any Sleeper

    func configure(_ binder: inout Binder) {
      binder.bind((any Sleeper).self, to: sleeper)
      binder.bind(Watched.init)
    }
  }

  private func watched(_ sleeper: any Sleeper) async throws -> Watched {
    try await Plan(
      Watched.self,
      modules: [
        ServerModule(), WatchModule(), ServerPorts(store: InMemoryServerStore(), clock: FixedClock()),
        SleeperModule(sleeper: sleeper),
      ]
    ).build().root
  }

  private func epoch(_ sync: any SyncService) async throws -> Epoch {
    let reply = try await sync.changes(ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: .main)
    guard case .epochChanged(let change) = reply else { throw CancellationError() }
    return change.epoch
  }

  @Test func `a known change is reported at once`() async throws {
    let watched = try await watched(ControlledSleeper())
    let other = WatchRequest(epoch: Epoch(bits: 1), after: .none, milliseconds: 1000)
    #expect(try await watched.watching.watch(other, in: .main) == .changed)
    #expect(watched.notifier.subscriptionCount == 0)
  }

  @Test func `a change ends a wait`() async throws {
    // Given
    let sleeper = ControlledSleeper()
    let watched = try await watched(sleeper)
    let epoch = try await epoch(watched.sync)
    async let reply = watched.watching.watch(
      WatchRequest(epoch: epoch, after: .none, milliseconds: 1000), in: .main)
    await sleeper.waitForSleeper()
    // When
    _ = try await watched.sync.push(
      PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: 1, changes: [.of(1)]), to: .main)
    // Then
    #expect(try await reply == .changed)
    #expect(watched.notifier.subscriptionCount == 0)
  }

  @Test func `a batch without changes does not end a wait`() async throws {
    let sleeper = ControlledSleeper()
    let watched = try await watched(sleeper)
    let epoch = try await epoch(watched.sync)
    async let reply = watched.watching.watch(
      WatchRequest(epoch: epoch, after: .none, milliseconds: 1000), in: .main)
    await sleeper.waitForSleeper()
    _ = try await watched.sync.push(
      PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: 1, changes: []), to: .main)
    sleeper.wake()
    #expect(try await reply == .unchanged)
  }

  @Test func `a wait is limited by the server`() async throws {
    let sleeper = RecordingSleeper()
    let watched = try await watched(sleeper)
    let epoch = try await epoch(watched.sync)
    let request = WatchRequest(epoch: epoch, after: .none, milliseconds: .max)
    #expect(try await watched.watching.watch(request, in: .main) == .unchanged)
    #expect(sleeper.pauses == [60_000])
  }

  @Test func `a cancelled wait is forgotten`() async throws {
    let sleeper = ControlledSleeper()
    let watched = try await watched(sleeper)
    let epoch = try await epoch(watched.sync)
    let waiting = Task {
      try await watched.watching.watch(WatchRequest(epoch: epoch, after: .none, milliseconds: 1000), in: .main)
    }
    await sleeper.waitForSleeper()
    #expect(watched.notifier.subscriptionCount == 1)
    waiting.cancel()
    #expect(try await waiting.value == .unchanged)
    #expect(watched.notifier.subscriptionCount == 0)
  }
}
