import NotesDomain
import NotesSync
import NotesTestSupport
import Synchronization
import Testing
import Wiring

/// Waiting between two syncs.
@Suite struct TwoSidedWatchTests {
  private static let both: Set<ChangeOrigin> = [.device, .vault]

  private let fakes = Fakes(notes: [.sample(1)])

  /// - Parameter isStill: Whether time stands still, so that only a change can end the wait.
  private func watch(isStill: Bool = false) throws -> any ChangeWatch {
    try watch(by: isStill ? ManualClock { $0 >= .seconds(60) } : fakes.clock)
  }

  private func watch(by clock: ManualClock, listener: (any ChangeListener)? = nil) throws -> any ChangeWatch {
    try Plan((any ChangeWatch).self, modules: [SyncWatchModule(), FakesModule(fakes)]) { overrides in
      overrides.replace((any Clock<Duration>).self, with: clock)
      if let listener { overrides.replace((any ChangeListener).self, with: listener) }
    }.build().root
  }

  private func synced(isStill: Bool = false) async throws -> any ChangeWatch {
    let engine = try Plan((any Synchronizer).self, modules: [SyncModule(), FakesModule(fakes)]).build().root
    _ = try await engine.synchronize(SyncRequest()) { _ in }
    return try watch(isStill: isStill)
  }

  @Test func `without changes, it waits until the time is over, and wakes up for nothing`() async throws {
    let watch = try await synced()
    fakes.transport.failure = .refused(detail: "404")
    #expect(
      try await watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .milliseconds(1100)) == nil)
    #expect(fakes.clock.pauses == [.milliseconds(1100)])
    #expect(fakes.repository.observerCount == 0)
  }

  @Test func `an edit during the wait ends it`() async throws {
    // Given
    let watch = try await synced(isStill: true)
    fakes.transport.failure = .refused(detail: "404")
    let mark = await watch.marker()
    let wait = Task { try await watch.waitForChange(on: Self.both, since: mark, timeout: .seconds(60)) }
    while fakes.repository.observerCount == 0 { await Task.yield() }
    // When
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    // Then
    #expect(try await wait.value == .device)
  }

  @Test func `an edit on this device ends the wait`() async throws {
    let watch = try await synced()
    let mark = await watch.marker()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    #expect(try await watch.waitForChange(on: Self.both, since: mark, timeout: .seconds(60)) == .device)
  }

  @Test func `a change that could not be sent is no news, until the next edit`() async throws {
    let watch = try await synced()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    fakes.transport.failure = .refused(detail: "404")
    let mark = await watch.marker()
    #expect(mark?.pending == 1)
    #expect(try await watch.waitForChange(on: Self.both, since: mark, timeout: .seconds(1)) == nil)
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited again." }
    #expect(try await watch.waitForChange(on: Self.both, since: mark, timeout: .seconds(1)) == .device)
  }

  @Test func `of very many pending changes, none is news until the next edit`() async throws {
    try await fakes.repository.insert((2...1_500).map { .sample($0) })
    let watch = try await synced()
    let ids = fakes.repository.all.map(\.id)
    _ = try await fakes.repository.update(ids) { $0.body = "Edited." }
    fakes.transport.failure = .refused(detail: "404")
    let mark = await watch.marker()
    #expect(try await watch.waitForChange(on: Self.both, since: mark, timeout: .seconds(1)) == nil)
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited again." }
    #expect(try await watch.waitForChange(on: Self.both, since: mark, timeout: .seconds(1)) == .device)
  }

  @Test func `a sync of another program is a change`() async throws {
    let watch = try await synced()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    let mark = await watch.marker()
    _ = try await synced()
    #expect(try await watch.waitForChange(on: [.device], since: mark, timeout: .seconds(1)) == .device)
  }

  @Test func `a change in the vault ends the wait`() async throws {
    let watch = try await synced(isStill: true)
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(
      try await watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .milliseconds(Int.max))
        == .vault)
    #expect(fakes.transport.watches.map(\.after) == [Revision(1)])
    #expect(fakes.transport.watches.map(\.timeout) == [.seconds(25)])
  }

  @Test func `a change in the vault during the wait ends it`() async throws {
    let watch = try await synced(isStill: true)
    let transport = fakes.transport
    async let change = watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .milliseconds(Int.max))
    transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await change == .vault)
  }

  @Test func `a server that replies early is asked again until the time is over`() async throws {
    // Given
    _ = try await synced()
    let (clock, listener) = (ManualClock { _ in true }, ImpatientListener())
    let watch = try watch(by: clock, listener: listener)
    let wait = Task { try await watch.waitForChange(on: [.vault], since: nil, timeout: .seconds(60)) }
    // One waits for the end of the time, and one for the next request.
    for _ in 1...2 { await clock.waitForSleeper() }
    // When it replied ten times more at once
    for _ in 1...10 {
      clock.advance(by: SyncSettings().listenPause)
      await clock.waitForSleeper()
    }
    // Then
    #expect(listener.timeouts == Array(repeating: .seconds(25), count: 11))
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  @Test func `an unreachable vault is retried, with growing waits`() async throws {
    let watch = try await synced(isStill: true)
    fakes.transport.failNext(.unreachable(detail: "lost"), times: 5)
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(
      try await watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .milliseconds(Int.max))
        == .vault)
    #expect(fakes.transport.watches.count == 6)
  }

  @Test(arguments: [TransportError.refused(detail: "404"), .oversized(limit: 9)])
  func `a vault that refuses to watch is asked once`(error: TransportError) async throws {
    let watch = try await synced()
    fakes.transport.failure = error
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .seconds(60)) == nil)
    #expect(fakes.transport.watches.count == 1)
  }

  @Test(arguments: [
    TransportError.unauthorized, .notConfigured, .credentials(.damaged(path: "/state")),
    .unsupportedProtocol(found: 2, supported: 1), .encryption(.locked),
  ])
  func `an error that the user must fix ends the wait at once`(error: TransportError) async throws {
    let watch = try await synced(isStill: true)
    fakes.transport.failure = error
    #expect(
      try await watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .milliseconds(Int.max))
        == .vault)
  }

  @Test func `only the requested sides are watched`() async throws {
    let watch = try await synced()
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await watch.waitForChange(on: [.device], since: await watch.marker(), timeout: .seconds(1)) == nil)
    #expect(fakes.transport.watches.isEmpty)
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    fakes.transport.failure = .refused(detail: "404")
    #expect(try await watch.waitForChange(on: [.vault], since: await watch.marker(), timeout: .seconds(1)) == nil)
  }

  @Test func `before the first sync, no vault is watched`() async throws {
    let watch = try watch()
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .seconds(1)) == nil)
    #expect(fakes.transport.watches.isEmpty)
  }

  @Test func `the wait can be cancelled`() async throws {
    let watch = try await synced(isStill: true)
    let task = Task {
      try await watch.waitForChange(on: Self.both, since: await watch.marker(), timeout: .milliseconds(Int.max))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// A server that replies at once that nothing changed.
private final class ImpatientListener: ChangeListener {
  private let requests = Mutex<[WatchRequest]>([])

  var timeouts: [Duration] { requests.withLock { $0.map(\.timeout) } }

  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    requests.withLock { $0.append(request) }
    return .unchanged
  }
}
