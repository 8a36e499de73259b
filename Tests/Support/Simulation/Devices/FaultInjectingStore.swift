import NotesDomain
import Synchronization

/// The way to a device's store: it leads to another store for each history, and breaks where the context says so.
///
/// A break before a transaction is a crash before it; one after it is a crash of which the store knows nothing. The engine
/// hears an error and stops, and what it had in memory is gone.
final class FaultInjectingStore: SyncStore {
  private let context: SimulationContext
  private let device: Int
  private let current = Mutex<DeviceStorage?>(nil)

  init(context: SimulationContext, device: Int) {
    self.context = context
    self.device = device
  }

  /// The store that it leads to.
  var store: DeviceStorage {
    get throws(StoreError) {
      guard let store = current.withLock({ $0 }) else { throw .cannotCreate(path: "/store", reason: "no device") }
      return store
    }
  }

  func connect(to store: DeviceStorage?) {
    current.withLock { $0 = store }
  }

  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = context.failure(at: .beforeCommit, device) { throw failure }
    let value = try await store.sync.write(body)
    context.note(.commit, device, 0, "  device \(device): commits")
    if let failure = context.failure(at: .afterCommit, device) { throw failure }
    return value
  }

  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = context.failure(at: .beforeCommit, device) { throw failure }
    return try await store.sync.read(body)
  }

  func remember(lastSuccess moment: Timestamp) async throws(StoreError) {
    try await store.sync.remember(lastSuccess: moment)
  }
}

/// The way to a device's blobs: to those of the store that its ``FaultInjectingStore`` leads to, breaking where the context says so.
struct FaultInjectingBlobStore: BlobStore {
  let gate: FaultInjectingStore
  let context: SimulationContext
  let device: Int

  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await gate.store.blobs.progress(of: digest)
  }

  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? {
    if let failure = context.failure(at: .beforeCommit, device) { throw failure }
    let progress = try await gate.store.blobs.add(piece)
    if let failure = context.failure(at: .afterCommit, device) { throw failure }
    return progress
  }

  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await gate.store.blobs.touch(digest)
  }

  func examine(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
    try await gate.store.blobs.examine(digest, hasReplacement: hasReplacement)
  }

  func discard(_ digest: BlobDigest) async throws(StoreError) {
    try await gate.store.blobs.discard(digest)
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
    try await gate.store.blobs.piece(of: digest, from: offset, limit: limit)
  }

  func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription] {
    try await gate.store.blobs.missing(after: digest, limit: limit)
  }

  func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment] {
    try await gate.store.blobs.attachments(of: note)
  }

  func removeOrphans(touchedBefore moment: Timestamp) async throws(StoreError) -> RemovedBlobs {
    try await gate.store.blobs.removeOrphans(touchedBefore: moment)
  }
}
