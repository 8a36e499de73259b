import NotesDomain

/// The way to a device's blobs: to those of the store that its ``StoreGate`` leads to, breaking where the scene says so.
struct BlobGate: BlobStore {
  let gate: StoreGate
  let scene: Scene
  let device: Int

  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await gate.store.blobs.progress(of: digest)
  }

  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? {
    if let failure = scene.failure(at: .beforeCommit, device) { throw failure }
    let progress = try await gate.store.blobs.add(piece)
    if let failure = scene.failure(at: .afterCommit, device) { throw failure }
    return progress
  }

  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await gate.store.blobs.touch(digest)
  }

  func examine(_ digest: BlobDigest, isAtHand: Bool) async throws(StoreError) -> BlobFinding {
    try await gate.store.blobs.examine(digest, isAtHand: isAtHand)
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
