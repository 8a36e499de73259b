import NotesDomain
import NotesEncryption
import NotesHosting
import NotesNetwork
import NotesServer
import NotesSync
import NotesTestSupport
import Wiring

/// A server in memory, which stores what devices send and can be made to cheat.
final class TestVault: Sendable {
  let store = InMemoryServerStore()
  let services: Services

  /// Creates an empty vault.
  ///
  /// - Parameter change: A change of the server's rules.
  init(rules change: @escaping @Sendable (inout ServerRules) -> Void = { _ in }) throws {
    services = try Plan(Services.self, modules: [ServerModule(), ServerParts(store: store)]) { overrides in
      overrides.modify(ServerRules.self) { rules in change(&rules) }
    }.build().root
  }

  /// The items of the vault.
  func items() async throws -> [VaultItem] {
    try await store.read(.main) { try $0.contents() }.items
  }

  func item(_ number: UInt64) async throws -> VaultItem? {
    let id = SequentialNoteIDGenerator.id(number)
    return try await store.read(.main) { try $0.item(id) }
  }

  /// Replaces an item, as only the server can.
  func put(_ payload: [UInt8]?, as id: NoteID) async throws {
    try await store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.head = state.head.next
      try transaction.save([VaultItem(id: id, revision: state.head, payload: payload)])
      try transaction.save(state: state)
    }
  }

  /// Everything that the vault has, as one row of bytes.
  func bytes() async throws -> [UInt8] {
    try await store.read(.main) { transaction in
      var bytes: [UInt8] = []
      for item in try transaction.contents().items { bytes += item.payload ?? [] }
      for blob in try transaction.blobs() {
        bytes += try transaction.bytes(of: blob.digest, from: 0, limit: blob.progress.size)
      }
      return bytes
    }
  }

  struct Services: Sendable {
    let sync: any SyncService
    let blobs: any BlobService
    let administration: any VaultAdministration
  }

  private struct ServerParts: Module {
    let store: InMemoryServerStore

    func configure(_ binder: inout Binder) {
      binder.bind((any ServerStore).self, to: store)
      binder.bind((any Randomness).self, to: SeededRandomness(seed: 99))
      binder.bind((any WallClock).self, to: FixedClock())
      binder.bind(Services.init)
    }
  }
}

/// A device with the real engine and the real encryption, and stores in memory.
struct EncryptedDevice: Sendable {
  let notes: InMemoryNoteRepository
  let blobs: InMemoryBlobStore
  let credentials: InMemoryCredentialStore
  let memory: InMemoryEncryptionStore
  let network: CheatingTransport
  private let root: Root

  /// The commands of the owner.
  var encryption: any VaultEncryption { root.encryption }
  /// The transport that the engine uses.
  var transport: any VaultTransport { root.transport }

  private struct Root: Sendable {
    let synchronizer: any Synchronizer
    let encryption: any VaultEncryption
    let transport: any VaultTransport
  }

  /// Creates a device that is signed in.
  ///
  /// - Parameters:
  ///   - device: The device that goes on in another run of the program; `nil` for a new one.
  ///   - overrides: Replacements of parts of the engine and of the encryption.
  init(
    _ vault: TestVault, number: UInt64 = 1, settings: SyncSettings = SyncSettings(),
    continuing device: EncryptedDevice? = nil, replacing overrides: (inout Overrides) -> Void = { _ in }
  ) throws {
    let notes = device?.notes ?? InMemoryNoteRepository()
    self.notes = notes
    blobs = device?.blobs ?? InMemoryBlobStore(notes: notes)
    credentials = try device?.credentials ?? InMemoryCredentialStore(.sample())
    memory = device?.memory ?? InMemoryEncryptionStore()
    let clock = ManualClock()
    network = CheatingTransport(
      MockNetwork(
        service: vault.services.sync, blobs: vault.services.blobs, vault: .main, faults: .none, clock: clock))
    let parts = DeviceParts(
      notes: notes, blobs: blobs, credentials: credentials, memory: memory, network: network, clock: clock,
      number: number, settings: settings)
    root = try Plan(Root.self, modules: [SyncModule(), EncryptionModule(), parts], overrides: overrides).build().root
  }

  @discardableResult
  func sync(_ request: SyncRequest = SyncRequest()) async throws -> SyncSummary {
    try await root.synchronizer.synchronize(request) { _ in }
  }

  func status() async throws -> SyncStatus { try await root.synchronizer.status() }

  func note(_ number: UInt64) async throws -> Note? {
    try await notes.note(SequentialNoteIDGenerator.id(number))
  }

  func edit(_ number: UInt64, _ change: @escaping @Sendable (inout Note) -> Void) async throws {
    _ = try await notes.update(SequentialNoteIDGenerator.id(number), change: change)
  }

  func purge(_ number: UInt64) async throws {
    try await edit(number) { $0.trashed = FixedClock.start }
    _ = try await notes.purge([SequentialNoteIDGenerator.id(number)])
  }

  private struct DeviceParts: Module {
    let notes: InMemoryNoteRepository
    let blobs: InMemoryBlobStore
    let credentials: InMemoryCredentialStore
    let memory: InMemoryEncryptionStore
    let network: CheatingTransport
    let clock: ManualClock
    let number: UInt64
    let settings: SyncSettings

    func configure(_ binder: inout Binder) {
      binder.bind((any SyncStore).self, to: notes)
      binder.bind((any BlobStore).self, to: blobs)
      binder.bind((any CredentialStore).self, to: credentials)
      binder.bind((any EncryptionStore).self, to: memory)
      binder.bind((any VaultTransport).self, to: network).named(.server)
      binder.bind((any Clock<Duration>).self, to: clock)
      binder.bind((any WallClock).self, to: FixedClock())
      binder.bind((any Randomness).self, to: SeededRandomness(seed: number))
      let ids = RandomNoteIDGenerator(randomness: SeededRandomness(seed: 1000 + number))
      binder.bind((any NoteIDGenerator).self, to: ids)
      binder.bind(SyncSettings.self, to: settings)
      // A thousandth of the real cost.
      binder.bind(ScryptParameters.self, to: ScryptParameters(logarithm: 7, blockSize: 8, parallelism: 1))
      binder.bind(Root.init)
    }
  }
}

/// A generator of identifiers that differ from device to device.
private struct RandomNoteIDGenerator: NoteIDGenerator {
  let randomness: SeededRandomness

  func next(created: Timestamp) -> NoteID {
    NoteID(created: created, random: (randomness.next(), randomness.next()))
  }
}
