import NotesDomain
import NotesSync
import NotesTestSupport
import Testing
import Wiring

/// Waiting between two syncs.
@Suite struct TwoSidedWatchTests {
  private static let both: Set<ChangeOrigin> = [.device, .vault]

  private let fakes = Fakes(notes: [.sample(1)])

  /// - Parameter isStill: Whether the looks at this device never come to a second one, so that only the vault ends the wait.
  private func watch(isStill: Bool = false) throws -> any ChangeWatch {
    try Plan((any ChangeWatch).self, modules: [SyncWatchModule(), FakesModule(fakes)]) { overrides in
      if isStill { overrides.replace((any Sleeper).self, with: StillSleeper(still: SyncSettings().pollInterval)) }
    }.build().root
  }

  private func synced(isStill: Bool = false) async throws -> any ChangeWatch {
    let engine = try await Plan((any Synchronizer).self, modules: [SyncModule(), FakesModule(fakes)]).build().root
    _ = try await engine.synchronize(SyncRequest()) { _ in }
    return try watch(isStill: isStill)
  }

  @Test func `when nothing changes, it waits as long as it may, in short looks`() async throws {
    let watch = try await synced()
    fakes.transport.failure = .refused(detail: "404")
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: 1100) == nil)
    #expect(fakes.sleeper.pauses == [250, 250, 250, 250, 100])
  }

  @Test func `a note that was edited here ends it`() async throws {
    let watch = try await synced()
    let mark = await watch.mark()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    #expect(try await watch.waitForChange(on: Self.both, since: mark, milliseconds: 60_000) == .device)
  }

  @Test func `what could not be sent before is no change, until it is edited once more`() async throws {
    let watch = try await synced()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    fakes.transport.failure = .refused(detail: "404")
    let mark = await watch.mark()
    #expect(mark?.pending == 1)
    #expect(try await watch.waitForChange(on: Self.both, since: mark, milliseconds: 1000) == nil)
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited again." }
    #expect(try await watch.waitForChange(on: Self.both, since: mark, milliseconds: 1000) == .device)
  }

  @Test func `what another program sent meanwhile is a change`() async throws {
    let watch = try await synced()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    let mark = await watch.mark()
    _ = try await synced()
    #expect(try await watch.waitForChange(on: [.device], since: mark, milliseconds: 1000) == .device)
  }

  @Test func `a change in the vault ends it`() async throws {
    let watch = try await synced(isStill: true)
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: .max) == .vault)
    #expect(fakes.transport.watches.map(\.after) == [Revision(1)])
    #expect(fakes.transport.watches.map(\.milliseconds) == [25_000])
  }

  @Test func `a change in the vault ends it while it waits`() async throws {
    let watch = try await synced(isStill: true)
    let transport = fakes.transport
    async let change = watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: .max)
    transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await change == .vault)
  }

  @Test func `a vault that cannot be reached is asked again, less often each time`() async throws {
    let watch = try await synced(isStill: true)
    fakes.transport.failNext(.unreachable(detail: "lost"), times: 5)
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: .max) == .vault)
    #expect(fakes.transport.watches.count == 6)
  }

  @Test(arguments: [TransportError.refused(detail: "404"), .oversized(limit: 9)])
  func `a vault that does not want to is asked once`(error: TransportError) async throws {
    let watch = try await synced()
    fakes.transport.failure = error
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: 60_000) == nil)
    #expect(fakes.transport.watches.count == 1)
  }

  @Test(arguments: [
    TransportError.unauthorized, .notConfigured, .credentials(.damaged(path: "/state")),
    .unsupportedProtocol(found: 2, supported: 1),
  ])
  func `a vault that will not have this device any more ends it at once`(error: TransportError) async throws {
    let watch = try await synced(isStill: true)
    fakes.transport.failure = error
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: .max) == .vault)
  }

  @Test func `a side that is not asked for is not looked at`() async throws {
    let watch = try await synced()
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await watch.waitForChange(on: [.device], since: await watch.mark(), milliseconds: 1000) == nil)
    #expect(fakes.transport.watches.isEmpty)
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    fakes.transport.failure = .refused(detail: "404")
    #expect(try await watch.waitForChange(on: [.vault], since: await watch.mark(), milliseconds: 1000) == nil)
  }

  @Test func `a device that has never synced asks no vault`() async throws {
    let watch = try watch()
    #expect(try await watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: 1000) == nil)
    #expect(fakes.transport.watches.isEmpty)
  }

  @Test func `somebody who stops it is heard`() async throws {
    let watch = try await synced(isStill: true)
    let task = Task { try await watch.waitForChange(on: Self.both, since: await watch.mark(), milliseconds: .max) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
