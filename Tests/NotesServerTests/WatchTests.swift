import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing
import Wiring

@testable import NotesServer

/// Waiting for a change, with a clock that the tests advance.
struct WatchTests {
  private struct Watched {
    let watching: any WatchService
    let sync: any SyncService
    let notifier: ChangeNotifier
  }

  private struct ClockModule: Module {
    let clock: ManualClock

    func configure(_ binder: inout Binder) {
      binder.bind((any Clock<Duration>).self, to: clock)
      binder.bind(Watched.init)
    }
  }

  private func watched(_ clock: ManualClock) async throws -> Watched {
    try Plan(
      Watched.self,
      modules: [
        ServerModule(), WatchModule(), ServerPorts(store: InMemoryServerStore(), wallClock: FixedClock()),
        ClockModule(clock: clock),
      ]
    ).build().root
  }

  private func epoch(_ sync: any SyncService) async throws -> Epoch {
    let reply = try await sync.changes(ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: .main)
    guard case .epochChanged(let change) = reply else { throw CancellationError() }
    return change.epoch
  }

  @Test func `a known change is reported at once`() async throws {
    let watched = try await watched(ManualClock { _ in true })
    let other = WatchRequest(epoch: Epoch(bits: 1), after: .none, timeout: .seconds(1))
    #expect(try await watched.watching.watch(other, in: .main) == .changed)
    #expect(watched.notifier.subscriptionCount == 0)
  }

  @Test func `a change ends a wait`() async throws {
    // Given
    let clock = ManualClock { _ in true }
    let watched = try await watched(clock)
    let epoch = try await epoch(watched.sync)
    async let reply = watched.watching.watch(
      WatchRequest(epoch: epoch, after: .none, timeout: .seconds(1)), in: .main)
    await clock.waitForSleeper()
    // When
    _ = try await watched.sync.push(
      PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: 1, changes: [.of(1)]), to: .main)
    // Then
    #expect(try await reply == .changed)
    #expect(watched.notifier.subscriptionCount == 0)
  }

  @Test func `a batch without changes does not end a wait`() async throws {
    let clock = ManualClock { _ in true }
    let watched = try await watched(clock)
    let epoch = try await epoch(watched.sync)
    async let reply = watched.watching.watch(
      WatchRequest(epoch: epoch, after: .none, timeout: .seconds(1)), in: .main)
    await clock.waitForSleeper()
    _ = try await watched.sync.push(
      PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: 1, changes: []), to: .main)
    clock.advance(by: .seconds(1))
    #expect(try await reply == .unchanged)
  }

  @Test func `a wait is limited by the server`() async throws {
    let clock = ManualClock()
    let watched = try await watched(clock)
    let epoch = try await epoch(watched.sync)
    let request = WatchRequest(epoch: epoch, after: .none, timeout: .milliseconds(Int.max))
    #expect(try await watched.watching.watch(request, in: .main) == .unchanged)
    #expect(clock.pauses == [.seconds(60)])
  }

  @Test func `a cancelled wait is forgotten`() async throws {
    let clock = ManualClock { _ in true }
    let watched = try await watched(clock)
    let epoch = try await epoch(watched.sync)
    let waiting = Task {
      try await watched.watching.watch(WatchRequest(epoch: epoch, after: .none, timeout: .seconds(1)), in: .main)
    }
    await clock.waitForSleeper()
    #expect(watched.notifier.subscriptionCount == 1)
    waiting.cancel()
    #expect(try await waiting.value == .unchanged)
    #expect(watched.notifier.subscriptionCount == 0)
  }
}
