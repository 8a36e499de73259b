import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring

@testable import NotesWeb

@MainActor
@Suite struct BackgroundSyncTests {
  private let fakes = Fakes()
  /// Suspends every wait between two syncs.
  private let clock = ManualClock { _ in true }

  /// Runs a sync in the background until a test ends.
  private func running(_ test: @MainActor (BackgroundSync) async throws -> Void) async throws {
    let sync = try Plan(
      BackgroundSync.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes), BackgroundModule()],
      overrides: { [clock] overrides in
        overrides.replace((any Clock<Duration>).self, with: clock)
        overrides.replace((any ChangeWatch).self, with: FakeChangeWatch(clock: clock))
      }
    ).buildOnMainActor().root
    let task = Task { await sync.run() }
    try await test(sync)
    task.cancel()
    await task.value
    #expect(sync.status == .off)
  }

  @Test func `it syncs at the start and at intervals, and shows the time of the last success`() async throws {
    try await running { sync in
      await clock.waitForSleeper()
      #expect(sync.status == .succeeded(fakes.wallClock.now()))
      fakes.wallClock.advance(by: .seconds(72))
      clock.advance(by: .seconds(72))
      await clock.waitForSleeper()
      #expect(sync.status == .succeeded(fakes.wallClock.now()))
      #expect(fakes.synchronizer.requests.count == 2)
    }
  }

  @Test func `a failure shows since when, and the next success ends it`() async throws {
    fakes.synchronizer.failure = .transport(.unreachable(detail: "no route"))
    let start = fakes.wallClock.now()
    try await running { sync in
      await clock.waitForSleeper()
      fakes.wallClock.advance(by: .seconds(3600))
      await advance(toSync: 2)
      #expect(sync.status == .failed(Failure(SyncError.transport(.unreachable(detail: "no route"))), since: start))
      fakes.synchronizer.failure = nil
      await advance(toSync: 3)
      #expect(sync.status == .succeeded(fakes.wallClock.now()))
    }
  }

  @Test func `a failure that only a person can remedy ends it, until it is started again`() async throws {
    fakes.synchronizer.failure = .transport(.unauthorized)
    try await running { sync in
      await end(of: sync)
      #expect(sync.status == .failed(Failure(SyncError.transport(.unauthorized)), since: fakes.wallClock.now()))
      #expect(fakes.synchronizer.requests.count == 1)
      fakes.synchronizer.failure = nil
      sync.restart()
      await clock.waitForSleeper()
      #expect(sync.status == .succeeded(fakes.wallClock.now()))
    }
  }

  @Test func `without a server it is off, and begins after a sign-in`() async throws {
    fakes.synchronizer.failure = .transport(.notConfigured)
    try await running { sync in
      await end(of: sync)
      #expect(sync.status == .off)
      fakes.synchronizer.failure = nil
      sync.restart()
      await clock.waitForSleeper()
      #expect(fakes.synchronizer.requests.count == 2)
    }
  }

  @Test func `a restart ends the wait, and syncs at once`() async throws {
    try await running { sync in
      await clock.waitForSleeper()
      sync.restart()
      await clock.waitForSleeper()
      #expect(fakes.synchronizer.requests.count == 2)
    }
  }

  @Test func `open pages learn of its results`() async throws {
    try await running { sync in
      await clock.waitForSleeper()
      let changes = sync.changes()
      fakes.wallClock.advance(by: .seconds(72))
      clock.advance(by: .seconds(72))
      for await _ in changes { break }
      #expect(sync.status == .succeeded(fakes.wallClock.now()))
    }
  }

  /// Ends waits until as many syncs have been made. A wait after a failure has two parts.
  private func advance(toSync number: Int) async {
    while fakes.synchronizer.requests.count < number {
      clock.advance(by: .seconds(3600))
      await clock.waitForSleeper()
    }
  }

  /// Waits until the first sync has failed, which no wait follows.
  private func end(of sync: BackgroundSync) async {
    while fakes.synchronizer.requests.isEmpty || sync.status == .starting { await Task.yield() }
  }
}

/// The binding of the sync in the background, without the rest of the front.
private struct BackgroundModule: Module {
  func configure(_ binder: inout Binder) {
    binder.main.bind(BackgroundSync.init).sendable()
  }
}
