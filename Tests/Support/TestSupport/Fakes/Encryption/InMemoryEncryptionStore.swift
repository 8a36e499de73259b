package import NotesDomain
import Synchronization

/// A store in memory that fulfills the contract of ``EncryptionStore``.
package final class InMemoryEncryptionStore: EncryptionStore {
  private struct Place: Hashable {
    let vault: VaultID
    let digest: BlobDigest
  }

  private struct State {
    var keyrings: [VaultID: KnownKeyring] = [:]
    var blobs: [Place: SealedBlob] = [:]
    var deletions: [VaultID: [Epoch: [NoteID: Revision]]] = [:]
    var floors: [VaultID: [Epoch: [NoteID: Revision]]] = [:]
    var accepted: [VaultID: AcceptedChanges] = [:]
    var failure: StoreError?
  }

  private let state = Mutex(State())

  package init() {}

  /// Creates a store with what another one has.
  package convenience init(copying other: InMemoryEncryptionStore) {
    self.init()
    let contents = other.state.withLock { $0 }
    state.withLock { $0 = contents }
  }

  /// The error that every call throws; `nil` for none.
  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  package func keyring(of vault: VaultID) async throws(StoreError) -> KnownKeyring? {
    try access { $0.keyrings[vault] }
  }

  package func updateKeyring(
    of vault: VaultID, _ change: @Sendable (KnownKeyring?) -> KnownKeyring
  ) async throws(StoreError) {
    try access { $0.keyrings[vault] = change($0.keyrings[vault]) }
  }

  package func sealedBlobs(
    _ digests: [BlobDigest], in vault: VaultID
  ) async throws(StoreError) -> [BlobDigest: SealedBlob] {
    try access { state in
      var blobs: [BlobDigest: SealedBlob] = [:]
      for digest in digests { blobs[digest] = state.blobs[Place(vault: vault, digest: digest)] }
      return blobs
    }
  }

  package func save(_ blobs: [SealedBlob], in vault: VaultID) async throws(StoreError) {
    try access { state in
      for blob in blobs { state.blobs[Place(vault: vault, digest: blob.digest)] = blob }
    }
  }

  package func deletions(
    of notes: [NoteID], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) -> [NoteID: Revision] {
    try access { state in
      (state.deletions[vault]?[epoch] ?? [:]).filter { notes.contains($0.key) }
    }
  }

  package func save(
    deletions: [NoteID: Revision], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) {
    try access { state in
      state.deletions[vault, default: [:]][epoch, default: [:]].merge(deletions, uniquingKeysWith: max)
    }
  }

  package func floors(
    of notes: [NoteID], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) -> [NoteID: Revision] {
    try access { state in
      (state.floors[vault]?[epoch] ?? [:]).filter { notes.contains($0.key) }
    }
  }

  package func save(floors: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError) {
    try access { state in
      state.floors[vault, default: [:]][epoch, default: [:]].merge(floors, uniquingKeysWith: max)
    }
  }

  package func removeFloors(in vault: VaultID) async throws(StoreError) {
    try access { $0.floors[vault] = nil }
  }

  package func moveDeletions(
    in vault: VaultID, to change: EpochChange
  ) async throws(StoreError) {
    try access { state in
      var others = state.deletions[vault] ?? [:]
      let present = others.removeValue(forKey: change.epoch) ?? [:]
      let shared = others.values.joined().filter { $0.value <= change.forkedAt }
      let moved = Dictionary(shared.map { ($0.key, $0.value) }, uniquingKeysWith: max)
      state.deletions[vault] = [change.epoch: moved.merging(present) { $1 }]
      state.floors[vault] = state.floors[vault]?.filter { $0.key == change.epoch }
    }
  }

  package func acceptedChanges(of vault: VaultID) async throws(StoreError) -> AcceptedChanges {
    try access { $0.accepted[vault] ?? AcceptedChanges() }
  }

  package func save(_ changes: AcceptedChanges, of vault: VaultID) async throws(StoreError) {
    try access { $0.accepted[vault] = changes }
  }

  private func access<Value>(_ body: (inout State) -> Value) throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      return body(&state)
    }
  }
}
