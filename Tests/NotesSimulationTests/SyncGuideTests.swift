import NotesDomain
import NotesHosting
import NotesNetwork
import NotesServer
import NotesSync
import NotesTestSupport
import Testing
import Wiring

/// The code of docs/sync.md; see `GuidePageTests`.
@Suite struct SyncGuideTests {
  @Test func `two devices merge their edits`() async throws {
    // guide: example
    let server = InMemoryServerStore()
    let laptop = Device(seed: 1, server: server)
    let phone = Device(seed: 2, server: server)

    try await laptop.notes.insert([Note.sample(1, body: "Flour: 500 g\nWater: 350 g\nOven: 230 degrees\n")])
    try await laptop.sync()
    try await phone.sync()

    try await laptop.edit { $0.replacing("500 g", with: "450 g rye") }
    try await phone.edit { $0.replacing("230", with: "250") }
    for device in [laptop, phone, laptop] { try await device.sync() }

    #expect(laptop.notes.all.map(\.body) == ["Flour: 450 g rye\nWater: 350 g\nOven: 250 degrees\n"])
    #expect(phone.notes.all == laptop.notes.all)
    // end
  }
}

// guide: device
/// A device: the real engine and the real server, over a network that loses every tenth message.
private struct Device: Module {
  let notes = InMemoryNoteRepository()
  let randomness: SeededRandomness
  let server: InMemoryServerStore

  init(seed: UInt64, server: InMemoryServerStore) {
    randomness = SeededRandomness(seed: seed)
    self.server = server
  }

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncStore).self, to: notes)
    binder.bind((any BlobStore).self, to: InMemoryBlobStore(notes: notes))
    binder.bind((any ServerStore).self, to: server)
    binder.bind(NetworkSettings.self, to: NetworkSettings(mockNetwork: "in this process"))
    binder.bind((any NoteIDGenerator).self, TimeOrderedNoteIDGenerator.init)
    binder.bind((any Randomness).self, to: randomness)
    binder.bind((any Clock<Duration>).self) { ManualClock() }
    binder.bind((any WallClock).self) { FixedClock() }
  }

  func sync() async throws {
    let modules: [any Module] = [SyncModule(), NetworkModule(), ServerModule(), self]
    var faults = NetworkFaults()
    faults.loss = Probability(percent: 10)
    let engine = try Plan((any Synchronizer).self, modules: modules) {
      $0.replace(NetworkFaults.self, with: faults)
    }.build().root
    _ = try await engine.synchronize(SyncRequest()) { _ in }
  }
}
// end

extension Device {
  fileprivate func edit(_ change: @escaping @Sendable (String) -> String) async throws {
    _ = try await notes.update(SequentialNoteIDGenerator.id(1)) { $0.body = change($0.body) }
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
