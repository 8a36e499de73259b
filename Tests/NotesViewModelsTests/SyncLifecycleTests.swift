import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring

/// A watch of the vault over the life of an app.
@MainActor
@Suite struct SyncLifecycleTests {
  private let fakes = Fakes()
  /// Every wait lasts until a test advances the clock.
  private let clock = ManualClock { _ in true }
  private let lifecycle: FakeAppLifecycle

  init() { lifecycle = FakeAppLifecycle(clock: clock) }

  private var syncs: Int { fakes.synchronizer.requests.count }

  /// Watches until a test ends.
  private func watching(_ test: @MainActor (SyncViewModel) async throws -> Void) async throws {
    let model = try Plan(SyncViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]) {
      [clock] overrides in
      overrides.replace((any Clock<Duration>).self, with: clock)
      overrides.replace((any ChangeWatch).self, with: FakeChangeWatch(clock: clock))
      overrides.replace((any AppLifecycle).self, with: lifecycle)
    }.buildOnMainActor().root
    let watch = Task { await model.watch(every: .seconds(60)) { _ in } }
    try await test(model)
    watch.cancel()
    await watch.value
    #expect(lifecycle.listenerCount == 0)
  }

  @Test func `without a network nothing is sent, and its return starts a sync`() async throws {
    lifecycle.change { $0.isNetworkReachable = false }
    try await watching { model in
      await rest { model.state.pause == .noNetwork }
      #expect(syncs == 0 && clock.pauses.isEmpty)
      lifecycle.change { $0.isNetworkReachable = true }
      await clock.waitForSleeper()
      #expect(syncs == 1 && model.state.phase == .done && model.state.pause == nil)
    }
  }

  @Test func `the return of the network does not wait for the end of a long pause`() async throws {
    // Given: syncs fail until the next attempt is minutes away.
    fakes.synchronizer.failure = .transport(.unreachable(detail: "no route"))
    try await watching { model in
      await clock.waitForSleeper()
      // When
      lifecycle.change { $0.isNetworkReachable = false }
      await rest { model.state.pause == .noNetwork }
      fakes.synchronizer.failure = nil
      lifecycle.change { $0.isNetworkReachable = true }
      // Then
      await rest { model.state.phase == .done }
      #expect(syncs == 2)
    }
  }

  @Test func `the loss of the network ends a sync, which goes on when it is back`() async throws {
    fakes.synchronizer.isEndless = true
    try await watching { model in
      await rest { syncs == 1 }
      lifecycle.change { $0.isNetworkReachable = false }
      await rest { model.state.pause == .noNetwork }
      fakes.synchronizer.isEndless = false
      lifecycle.change { $0.isNetworkReachable = true }
      await rest { model.state.phase == .done }
      #expect(syncs == 2)
    }
  }

  @Test func `coming back to the foreground starts a sync`() async throws {
    lifecycle.enterBackground(for: .seconds(30))
    try await watching { model in
      await rest { syncs == 1 && model.state.phase == .done }
      lifecycle.enterForeground()
      await rest { syncs == 2 && model.state.phase == .done }
    }
  }

  @Test func `in the background a sync ends with its time, and goes on in the foreground`() async throws {
    // Given
    fakes.synchronizer.isEndless = true
    try await watching { model in
      await rest { syncs == 1 }
      // When
      lifecycle.enterBackground(for: .seconds(30))
      await clock.waitForSleeper()
      #expect(clock.pauses == [.seconds(30)])
      clock.advance(by: .seconds(30))
      // Then
      await rest { model.state.pause == .background }
      fakes.synchronizer.isEndless = false
      lifecycle.enterForeground()
      await rest { model.state.phase == .done }
      #expect(syncs == 2)
    }
  }

  @Test func `a short visit to the background does not end a sync`() async throws {
    fakes.synchronizer.isEndless = true
    try await watching { model in
      await rest { syncs == 1 }
      lifecycle.enterBackground(for: .seconds(30))
      await clock.waitForSleeper()
      lifecycle.enterForeground()
      clock.advance(by: .seconds(60))
      for _ in 0..<1000 { await Task.yield() }
      #expect(syncs == 1 && model.state.phase == .working)
    }
  }

  @Test func `a visit to the background during a wait starts a sync on return`() async throws {
    try await watching { model in
      await rest { syncs == 1 && model.state.phase == .done && clock.pauses.count == 1 }
      lifecycle.enterBackground(for: .seconds(30))
      await rest { clock.pauses.count == 2 }
      lifecycle.enterForeground()
      await rest { syncs == 2 && model.state.phase == .done }
    }
  }

  @Test func `the return of the network is no reason to ask a server that wants to rest`() async throws {
    fakes.synchronizer.answerNext(with: .failure(.transport(.rateLimited(retryAfter: .seconds(600)))))
    try await watching { model in
      await rest { syncs == 1 && model.state.phase.failure != nil && clock.pauses.count == 1 }
      clock.advance(by: .seconds(100))
      lifecycle.change { $0.isNetworkReachable = false }
      await rest { model.state.pause == .noNetwork }
      lifecycle.change { $0.isNetworkReachable = true }
      await rest { clock.pauses.last == .seconds(500) }
      #expect(syncs == 1)
      clock.advance(by: .seconds(500))
      await rest { syncs == 2 && model.state.phase == .done }
    }
  }

  @Test func `after a pause, it says that it goes on`() async throws {
    fakes.synchronizer.isEndless = true
    lifecycle.change { $0.isNetworkReachable = false }
    try await watching { model in
      await rest { model.state.pause == .noNetwork }
      lifecycle.change { $0.isNetworkReachable = true }
      await rest { syncs == 1 }
      #expect(model.state.pause == nil && model.state.phase == .working)
    }
  }

  @Test func `while power is low the vault is not listened to, and syncs are rare`() async throws {
    lifecycle.change { $0.isPowerLow = true }
    try await watching { model in
      await clock.waitForSleeper()
      #expect(syncs == 1 && (Duration.seconds(900)...(.seconds(1080))).contains(clock.pauses[0]))
      lifecycle.change { $0.isPowerLow = false }
      await rest { syncs == 2 && model.state.phase == .done }
    }
  }

  @Test func `the end of the app ends a sync and the watch`() async throws {
    fakes.synchronizer.isEndless = true
    try await watching { model in
      await rest { syncs == 1 }
      lifecycle.end()
      await rest { model.state.phase == .failed(Failure(SyncError.cancelled)) }
      #expect(syncs == 1)
    }
  }

  @Test func `a session that the server ended asks to sign in again`() async throws {
    fakes.synchronizer.failure = .transport(.unauthorized)
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.watch(every: .seconds(60)) { _ in }
    #expect(model.state.asksToSignIn)
    fakes.synchronizer.failure = nil
    await model.sync()
    #expect(!model.state.asksToSignIn)
  }
}
