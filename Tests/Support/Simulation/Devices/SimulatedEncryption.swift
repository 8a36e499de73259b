import NotesDomain
import NotesEncryption
import NotesHosting
import NotesTestSupport
import Synchronization
import Wiring

/// The encryption of a world's vault: its keys, and the real layer between each engine and its transport.
struct SimulatedEncryption: Sendable {
  /// The parts of the layer, without its port of the vault.
  struct Device: Sendable {
    let transport: any VaultTransport
    let cipher: any VaultCipher
    let keyrings: any KeyringCipher
  }

  private let credentials: Credentials

  init() throws {
    let bytes = [UInt8](repeating: 7, count: DeviceToken.count)
    guard let account = AccountName("simulated"), let token = DeviceToken(bytes: bytes) else {
      throw StoreError.failed(path: "/credentials", detail: "no credentials")
    }
    let key = VaultKey(using: SeededRandomness(seed: 5))
    credentials = Credentials(
      server: try ServerAddress("https://notes.example.org"), account: account, vault: .main,
      device: SignedInDeviceID(bits: 1), token: token, keys: VaultKeys(vault: .main, current: key))
  }

  var keys: VaultKeys? { credentials.keys }

  /// Builds the layer over a device's transport.
  func device(
    over transport: any VaultTransport, store: any SyncStore, blobs: any BlobStore, memory: any EncryptionStore,
    context: SimulationContext
  ) throws -> Device {
    let parts = EncryptedDeviceModule(
      transport: transport, credentials: InMemoryCredentialStore(credentials), store: store, blobs: blobs,
      memory: memory, context: context)
    return try Plan(Device.self, modules: [EncryptionModule(), parts]).build().root
  }

  /// Puts the keyring into an empty vault, and tells it to the devices.
  func begin(_ keyring: Keyring, in store: any ServerStore, devices: [SimulatedEncryptionStore]) async throws {
    try await store.write(.main) { transaction in
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save([VaultItem(id: Keyring.item, revision: Revision(1), payload: keyring.bytes)])
      try transaction.save(state: VaultState(epochs: [start], head: Revision(1)))
    }
    for device in devices { try await device.save(KnownKeyring(keyring), of: .main) }
  }

  /// Returns the contents of a vault as the devices see them.
  func open(_ vault: VaultContents, with cipher: any VaultCipher) throws -> OpenedVault {
    guard let keys else { return OpenedVault(contents: vault, digests: [:]) }
    var opened = OpenedVault(contents: vault, digests: [:])
    opened.contents.items = try vault.items.filter { $0.id != Keyring.item }.map { item in
      guard let payload = item.payload else { return item }
      let version = try cipher.open(payload, of: item.id, with: keys).version
      for blob in version.blobs { opened.digests[blob.sealed] = blob.digest }
      return VaultItem(id: item.id, revision: item.revision, payload: version.payload)
    }
    opened.contents.references = vault.references.mapValues { sealed in
      sealed.map { opened.digests[$0] ?? $0 }.sorted()
    }
    return opened
  }
}

/// The contents of a vault after everything in it was opened.
struct OpenedVault: Sendable {
  var contents: VaultContents
  /// The digests of the blobs' contents, by those of their sealed forms.
  var digests: [BlobDigest: BlobDigest]
}

/// What a simulated device knows of its vault, in the present history.
final class SimulatedEncryptionStore: EncryptionStore {
  private let current = Mutex(InMemoryEncryptionStore())

  /// The store of the present history. A copy of the device begins with what it has.
  var store: InMemoryEncryptionStore {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  func keyring(of vault: VaultID) async throws(StoreError) -> KnownKeyring? { try await store.keyring(of: vault) }

  func updateKeyring(
    of vault: VaultID, _ change: @Sendable (KnownKeyring?) -> KnownKeyring
  ) async throws(StoreError) {
    try await store.updateKeyring(of: vault, change)
  }

  func sealedBlobs(
    _ digests: [BlobDigest], in vault: VaultID
  ) async throws(StoreError) -> [BlobDigest: SealedBlob] {
    try await store.sealedBlobs(digests, in: vault)
  }

  func save(_ blobs: [SealedBlob], in vault: VaultID) async throws(StoreError) {
    try await store.save(blobs, in: vault)
  }

  func deletions(
    of notes: [NoteID], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) -> [NoteID: Revision] {
    try await store.deletions(of: notes, in: vault, epoch: epoch)
  }

  func save(deletions: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError) {
    try await store.save(deletions: deletions, in: vault, epoch: epoch)
  }

  func floors(of notes: [NoteID], in vault: VaultID, epoch: Epoch) async throws(StoreError) -> [NoteID: Revision] {
    try await store.floors(of: notes, in: vault, epoch: epoch)
  }

  func save(floors: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError) {
    try await store.save(floors: floors, in: vault, epoch: epoch)
  }

  func removeFloors(in vault: VaultID) async throws(StoreError) { try await store.removeFloors(in: vault) }

  func moveDeletions(in vault: VaultID, to change: EpochChange) async throws(StoreError) {
    try await store.moveDeletions(in: vault, to: change)
  }

  func acceptedChanges(of vault: VaultID) async throws(StoreError) -> AcceptedChanges {
    try await store.acceptedChanges(of: vault)
  }

  func save(_ changes: AcceptedChanges, of vault: VaultID) async throws(StoreError) {
    try await store.save(changes, of: vault)
  }
}

/// The ports of a simulated device's encryption.
private struct EncryptedDeviceModule: Module {
  let transport: any VaultTransport
  let credentials: InMemoryCredentialStore
  let store: any SyncStore
  let blobs: any BlobStore
  let memory: any EncryptionStore
  let context: SimulationContext

  func configure(_ binder: inout Binder) {
    binder.bind((any VaultTransport).self, to: transport).named(.server)
    binder.bind((any CredentialStore).self, to: credentials)
    binder.bind((any EncryptionStore).self, to: memory)
    binder.bind((any SyncStore).self, to: store)
    binder.bind((any BlobStore).self, to: blobs)
    binder.bind((any Clock<Duration>).self, to: CancellingClock(context: context))
    binder.bind((any Randomness).self, to: context)
    // A thousandth of the real cost.
    binder.bind(ScryptParameters.self, to: ScryptParameters(logarithm: 7, blockSize: 8, parallelism: 1))
    binder.bind(SimulatedEncryption.Device.init)
  }
}
