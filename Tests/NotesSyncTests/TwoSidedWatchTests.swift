import NotesDomain
import NotesSync
import NotesTestSupport
import Testing
import Wiring

/// Waiting between two syncs.
@Suite struct TwoSidedWatchTests {
  private let fakes = Fakes(notes: [.sample(1)])

  private func parts() throws -> (any Synchronizer, any ChangeWatch) {
    let modules: [any Module] = [SyncModule(), FakesModule(fakes)]
    return (
      try Plan((any Synchronizer).self, modules: modules).build().root,
      try Plan((any ChangeWatch).self, modules: modules).build().root
    )
  }

  private func synced() async throws -> any ChangeWatch {
    let (engine, watch) = try parts()
    _ = try await engine.synchronize(SyncRequest()) { _ in }
    return watch
  }

  @Test func `when nothing changes, it waits as long as it may, in short looks`() async throws {
    let watch = try await synced()
    fakes.transport.failure = .unauthorized
    #expect(try await watch.awaitChange(pending: 0, milliseconds: 1100) == nil)
    #expect(fakes.sleeper.pauses == [250, 250, 250, 250, 100])
  }

  @Test func `a note that was edited here ends it`() async throws {
    let watch = try await synced()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    #expect(try await watch.awaitChange(pending: 0, milliseconds: 60_000) == .device)
  }

  @Test func `what could not be sent before is no change`() async throws {
    let watch = try await synced()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "Edited." }
    fakes.transport.failure = .unauthorized
    #expect(try await watch.awaitChange(pending: 1, milliseconds: 1000) == nil)
    #expect(try await watch.awaitChange(pending: 2, milliseconds: 1000) == .device)
  }

  @Test func `a change in the vault ends it`() async throws {
    let watch = try await synced()
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await watch.awaitChange(pending: 0, milliseconds: .max) == .vault)
    #expect(fakes.transport.watches.map(\.after) == [Revision(1)])
    #expect(fakes.transport.watches.map(\.milliseconds) == [25_000])
  }

  @Test func `a change in the vault ends it while it waits`() async throws {
    let watch = try await synced()
    let transport = fakes.transport
    async let change = watch.awaitChange(pending: 0, milliseconds: .max)
    transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await change == .vault)
  }

  @Test func `a vault that cannot be reached is asked again, less often each time`() async throws {
    let watch = try await synced()
    fakes.transport.failNext(.unreachable(detail: "lost"), times: 5)
    fakes.transport.store([1], for: NoteID(high: 0, low: 9))
    #expect(try await watch.awaitChange(pending: 0, milliseconds: .max) == .vault)
    #expect(fakes.transport.watches.count == 6)
  }

  @Test(arguments: [TransportError.unauthorized, .notConfigured, .refused(detail: "404")])
  func `a vault that does not want to is asked once`(error: TransportError) async throws {
    let watch = try await synced()
    fakes.transport.failure = error
    #expect(try await watch.awaitChange(pending: 0, milliseconds: 60_000) == nil)
    #expect(fakes.transport.watches.count == 1)
  }

  @Test func `a device that has never synced asks no vault`() async throws {
    let (_, watch) = try parts()
    #expect(try await watch.awaitChange(pending: 0, milliseconds: 1000) == nil)
    #expect(fakes.transport.watches.isEmpty)
  }

  @Test func `somebody who stops it is heard`() async throws {
    let watch = try await synced()
    let task = Task { try await watch.awaitChange(pending: 0, milliseconds: .max) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
