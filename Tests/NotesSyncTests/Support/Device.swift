import NotesDomain
import NotesSync
import NotesTestSupport
import Wiring

/// A device with the real engine, an in-memory store and a transport.
struct Device {
  let store: InMemoryNoteRepository
  let transport: FakeTransport
  /// The files of this device.
  let blobs: InMemoryBlobStore
  let clock = ManualClock()
  let wallClock: FixedClock
  let synchronizer: any Synchronizer

  /// Creates a device with a new store.
  init(
    _ transport: FakeTransport, blobs vault: any BlobTransport = FakeBlobTransport(), number: UInt64 = 1,
    notes: [Note] = [], copyOf other: Device? = nil,
    settings: SyncSettings = SyncSettings(), wallClock: FixedClock = FixedClock(),
    through network: (any SyncTransport, InMemoryNoteRepository) -> any SyncTransport = { transport, _ in transport }
  ) throws {
    let store = InMemoryNoteRepository(notes, wallClock: wallClock)
    if let other { store.contents = other.store.contents }
    self.transport = transport
    self.store = store
    self.wallClock = wallClock
    blobs = InMemoryBlobStore(notes: store)
    let module = DeviceModule(
      store: store, transport: network(transport, store), blobs: blobs, vaultBlobs: vault, clock: clock,
      wallClock: wallClock, number: number, settings: settings)
    synchronizer = try Self.synchronizer(module)
  }

  /// Creates another program with the store of a device.
  static func program(over store: InMemoryNoteRepository, through transport: any SyncTransport) throws
    -> any Synchronizer
  {
    try synchronizer(
      DeviceModule(
        store: store, transport: transport, blobs: InMemoryBlobStore(notes: store), vaultBlobs: FakeBlobTransport(),
        clock: ManualClock(), wallClock: FixedClock(), number: 5, settings: SyncSettings()))
  }

  private static func synchronizer(_ module: DeviceModule) throws -> any Synchronizer {
    try Plan((any Synchronizer).self, modules: [SyncModule(), module]).build().root
  }

  @discardableResult
  func sync(_ request: SyncRequest = SyncRequest()) async throws -> SyncSummary {
    try await synchronizer.synchronize(request) { _ in }
  }

  func insert(_ notes: Note...) async throws {
    try await store.insert(notes)
  }

  func edit(_ number: UInt64, _ change: @escaping @Sendable (inout Note) -> Void) async throws {
    _ = try await store.update(SequentialNoteIDGenerator.id(number), change: change)
  }

  /// Purges a note.
  func purge(_ number: UInt64) async throws {
    try await edit(number) { $0.trashed = FixedClock.start }
    _ = try await store.purge([SequentialNoteIDGenerator.id(number)])
  }

  func note(_ number: UInt64) async throws -> Note? {
    try await store.note(SequentialNoteIDGenerator.id(number))
  }

  func state() async throws -> SyncState? {
    try await store.read { transaction in try transaction.state() }
  }

  func item(_ number: UInt64) async throws -> SyncItem? {
    try await store.read { transaction in
      try transaction.item(SequentialNoteIDGenerator.id(number))
    }
  }
}

/// The ports of a device.
private struct DeviceModule: Module {
  let store: InMemoryNoteRepository
  let transport: any SyncTransport
  let blobs: InMemoryBlobStore
  let vaultBlobs: any BlobTransport
  let clock: ManualClock
  let wallClock: FixedClock
  let number: UInt64
  let settings: SyncSettings

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncStore).self, to: store)
    binder.bind((any SyncTransport).self, to: transport)
    binder.bind((any BlobStore).self, to: blobs)
    binder.bind((any BlobTransport).self, to: vaultBlobs)
    binder.bind((any Clock<Duration>).self, to: clock)
    binder.bind((any WallClock).self, to: wallClock)
    binder.bind((any Randomness).self, to: SeededRandomness(seed: number))
    binder.bind((any NoteIDGenerator).self, to: CopyIDs(device: number))
    binder.bind(SyncSettings.self, to: settings)
  }
}

/// A generator of ids that differ between devices.
private struct CopyIDs: NoteIDGenerator {
  private let ids = SequentialNoteIDGenerator()
  let device: UInt64

  func next(created: Timestamp) -> NoteID {
    NoteID(high: 0xC0 | device, low: ids.next(created: created).low)
  }
}

extension FakeTransport {
  /// The notes of the vault, by id.
  var notes: [Note] {
    items.compactMap { item in item.payload.flatMap { try? NotePayload.decode($0, as: item.id) } }
      .sorted { $0.id < $1.id }
  }
}

/// Returns a note with some lines.
func lines(_ number: UInt64, _ lines: String...) -> Note {
  .sample(number, title: "Lines", body: lines.map { $0 + "\n" }.joined())
}
