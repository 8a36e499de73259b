import NotesDomain
import Synchronization

/// The store of a device: forwards to another store in each history, and fails where the context says so.
///
/// A failure before or after a transaction simulates a crash at that point: the engine gets an error and stops, and its state
/// in memory is lost.
final class FaultInjectingStore: SyncStore {
  private let context: SimulationContext
  private let device: Int
  private let current = Mutex<DeviceStorage?>(nil)

  init(context: SimulationContext, device: Int) {
    self.context = context
    self.device = device
  }

  /// The store of the present history.
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
    if let failure = context.failure(at: .beforeCommit, device: device) { throw failure }
    let value = try await store.sync.write(body)
    context.record(.commit, device: device, number: 0, "  device \(device): commits")
    if let failure = context.failure(at: .afterCommit, device: device) { throw failure }
    return value
  }

  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = context.failure(at: .beforeCommit, device: device) { throw failure }
    return try await store.sync.read(body)
  }

  func endChangeSet() async { try? await store.sync.endChangeSet() }

  func recordSuccess(at time: Timestamp) async throws(StoreError) {
    try await store.sync.recordSuccess(at: time)
  }
}

/// The blob store of a device, in the store of its ``FaultInjectingStore``, that fails where the context says so.
struct FaultInjectingBlobStore: BlobStore {
  let owner: FaultInjectingStore
  let context: SimulationContext
  let device: Int

  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await owner.store.blobs.progress(of: digest)
  }

  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? {
    if let failure = context.failure(at: .beforeCommit, device: device) { throw failure }
    let progress = try await owner.store.blobs.add(piece)
    if let failure = context.failure(at: .afterCommit, device: device) { throw failure }
    return progress
  }

  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await owner.store.blobs.touch(digest)
  }

  func verify(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
    try await owner.store.blobs.verify(digest, hasReplacement: hasReplacement)
  }

  func discard(_ digest: BlobDigest) async throws(StoreError) {
    try await owner.store.blobs.discard(digest)
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
    try await owner.store.blobs.piece(of: digest, from: offset, limit: limit)
  }

  func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription] {
    try await owner.store.blobs.missing(after: digest, limit: limit)
  }

  func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment] {
    try await owner.store.blobs.attachments(of: note)
  }

  func removeOrphans(touchedBefore time: Timestamp) async throws(StoreError) -> RemovedBlobs {
    try await owner.store.blobs.removeOrphans(touchedBefore: time)
  }
}
