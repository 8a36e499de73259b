import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// A device that moves from one server to another.
@Suite struct AnotherServerTests {
  @Test func `no note is lost with the server, and the new one receives all`() async throws {
    let first = FakeTransport(epoch: Epoch(bits: 1))
    let second = FakeTransport(epoch: Epoch(bits: 2))
    let device = try Device(first, notes: (1...50).map { .sample($0) })
    try await device.sync()
    let before = device.store.all
    _ = try await Device.program(over: device.store, through: second).synchronize(SyncRequest()) { _ in }
    #expect(device.store.all == before && before.count == 50)
    #expect(second.notes == first.notes)
  }

  @Test func `notes of both servers are merged, and the first server keeps its notes`() async throws {
    let first = FakeTransport(epoch: Epoch(bits: 1))
    let second = FakeTransport(epoch: Epoch(bits: 2))
    let other = try Device(second, number: 2, notes: [.sample(2)])
    try await other.sync()
    let device = try Device(first, notes: [.sample(1)])
    try await device.sync()
    let program = try Device.program(over: device.store, through: second)
    _ = try await program.synchronize(SyncRequest()) { _ in }
    try await other.sync()
    #expect(device.store.all == other.store.all && device.store.all.count == 2)
    #expect(first.notes.map(\.id) == [SequentialNoteIDGenerator.id(1)])
  }
}
