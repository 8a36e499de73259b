import NotesDomain
import NotesHosting
import NotesNetwork
import NotesServer
import NotesSync
import NotesTestSupport
import Testing
import Wiring

/// The transfer of attachments between devices: the real engine, a bad network, the real server.
@Suite struct AttachmentJourneyTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `notes and their files arrive whole over a bad network`(seed: UInt64) async throws {
    let server = InMemoryServerStore()
    let (laptop, phone) = (TravellingDevice(seed: seed, server), TravellingDevice(seed: seed + 100, server))
    var random = SplitMix64(seed: seed)
    var contents: [[UInt8]] = [[]]
    for _ in 1...5 {
      let count = Int.random(in: 1...400, using: &random)
      contents.append((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    for (index, content) in contents.enumerated() {
      let device = index % 2 == 0 ? laptop : phone
      device.blobs.keep(content)
      let name = "file \(index)"
      try await device.notes.insert([
        .sample(UInt64(index) + 1) { $0.attachments = [.sample(name, content)] }
      ])
    }
    for _ in 1...3 {
      try await laptop.sync()
      try await phone.sync()
    }
    #expect(laptop.notes.all.count == contents.count, "seed \(seed)")
    #expect(laptop.notes.all == phone.notes.all, "seed \(seed)")
    let expected = Dictionary(uniqueKeysWithValues: contents.map { (BlobDigest.of($0), $0) })
    #expect(laptop.blobs.contents == expected, "seed \(seed)")
    #expect(phone.blobs.contents == expected, "seed \(seed)")
  }

  @Test func `a note whose file is too large for the vault stays on this device`() async throws {
    let server = InMemoryServerStore()
    var settings = ServerSettings()
    settings.maximumBlobBytes = 10
    let laptop = TravellingDevice(seed: 1, server, settings)
    laptop.blobs.keep([UInt8](repeating: 1, count: 11))
    try await laptop.notes.insert([
      .sample(1) { $0.attachments = [.sample("long", [UInt8](repeating: 1, count: 11))] }, .sample(2),
    ])
    #expect(try await laptop.sync().blocked == 1)
    let phone = TravellingDevice(seed: 2, server)
    try await phone.sync()
    #expect(phone.notes.all == [.sample(2)])
  }
}

private struct TravellingDevice: Module {
  let notes = InMemoryNoteRepository()
  let blobs: InMemoryBlobStore
  let randomness: SeededRandomness
  let server: InMemoryServerStore
  let settings: ServerSettings

  init(seed: UInt64, _ server: InMemoryServerStore, _ settings: ServerSettings = ServerSettings()) {
    blobs = InMemoryBlobStore(notes: notes)
    randomness = SeededRandomness(seed: seed)
    self.server = server
    self.settings = settings
  }

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncStore).self, to: notes)
    binder.bind((any BlobStore).self, to: blobs)
    binder.bind((any ServerStore).self, to: server)
    binder.bind(NetworkSettings.self, to: NetworkSettings(mockNetwork: "in this process"))
    binder.bind((any NoteIDGenerator).self, TimeOrderedNoteIDGenerator.init)
    binder.bind((any Randomness).self, to: randomness)
    binder.bind((any Clock<Duration>).self) { ManualClock() }
    binder.bind((any WallClock).self) { FixedClock() }
    binder.bind(SyncSettings.self, to: SyncSettings(pieceBytes: 64, attempts: 20))
  }

  @discardableResult
  func sync() async throws -> SyncSummary {
    var faults = NetworkFaults.demo
    faults.seed = randomness.next()
    let engine = try Plan(
      (any Synchronizer).self, modules: [SyncModule(), NetworkModule(), ServerModule(), self]
    ) {
      $0.replace(NetworkFaults.self, with: faults)
      $0.replace(ServerSettings.self, with: settings)
    }.build().root
    return try await engine.synchronize(SyncRequest()) { _ in }
  }
}
