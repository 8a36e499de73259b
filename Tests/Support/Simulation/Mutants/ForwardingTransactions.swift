import NotesDomain
import NotesHosting

/// A transaction that forwards every call. Mutants override some.
class ForwardingSyncTransaction: SyncTransaction {
  let inner: any SyncTransaction

  init(_ inner: any SyncTransaction) {
    self.inner = inner
  }

  func state() throws(StoreError) -> SyncState? { try inner.state() }
  func save(state: SyncState) throws(StoreError) { try inner.save(state: state) }
  func counts() throws(StoreError) -> SyncCounts { try inner.counts() }
  func item(_ id: NoteID) throws(StoreError) -> SyncItem? { try inner.item(id) }
  func save(_ item: SyncItem?, for id: NoteID) throws(StoreError) { try inner.save(item, for: id) }
  func pending(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    try inner.pending(after: id, limit: limit)
  }
  func blocked() throws(StoreError) -> [NoteID] { try inner.blocked() }
  func saveUnreadable(_ item: VaultItem) throws(StoreError) { try inner.saveUnreadable(item) }
  func unreadable(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try inner.unreadable(after: id, limit: limit)
  }
  func unsentNotes(titled title: String, in notebook: Notebook) throws(StoreError) -> [Note] {
    try inner.unsentNotes(titled: title, in: notebook)
  }
  func unsentImports(at place: NotePlace) throws(StoreError) -> [UnsentImport] { try inner.unsentImports(at: place) }
  func rename(_ id: NoteID, to other: NoteID) throws(StoreError) { try inner.rename(id, to: other) }
  func batch() throws(StoreError) -> PushBatch? { try inner.batch() }
  func save(batch: PushBatch?) throws(StoreError) { try inner.save(batch: batch) }
  func stage(_ items: [VaultItem]) throws(StoreError) { try inner.stage(items) }
  func staged(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try inner.staged(after: id, limit: limit)
  }
  func unstaged(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    try inner.unstaged(after: id, limit: limit)
  }
  func discardStaged() throws(StoreError) { try inner.discardStaged() }
  func mendLinks(after updates: [NoteUpdate]) throws(StoreError) { try inner.mendLinks(after: updates) }
  func arrivedFiles(after id: NoteID?, limit: Int) throws(StoreError) -> [(NoteID, ArrivedFiles)] {
    try inner.arrivedFiles(after: id, limit: limit)
  }
  func save(arrivedFiles: ArrivedFiles?, of id: NoteID) throws(StoreError) {
    try inner.save(arrivedFiles: arrivedFiles, of: id)
  }
  func record(conflict: NoteConflict) throws(StoreError) { try inner.record(conflict: conflict) }
  func forget(conflict id: NoteConflict.ID) throws(StoreError) -> Bool { try inner.forget(conflict: id) }
  func record(merge merging: MergeRecord) throws(StoreError) { try inner.record(merge: merging) }
  func conflictCount() throws(StoreError) -> Int { try inner.conflictCount() }
  func hasHad(_ version: Note) throws(StoreError) -> Bool { try inner.hasHad(version) }
}

/// A transaction of the server that forwards every call. Mutants override some.
class ForwardingServerTransaction: ServerTransaction {
  let inner: any ServerTransaction

  init(_ inner: any ServerTransaction) {
    self.inner = inner
  }

  func isKnown() throws -> Bool { try inner.isKnown() }
  func isHeld(by token: [UInt8]) throws -> Bool { try inner.isHeld(by: token) }
  func state() throws -> VaultState? { try inner.state() }
  func save(state: VaultState) throws { try inner.save(state: state) }
  func item(_ id: NoteID) throws -> VaultItem? { try inner.item(id) }
  func versions(of items: [NoteID]) throws -> [NoteID: VaultItemVersion] { try inner.versions(of: items) }
  func save(_ items: [VaultItem]) throws { try inner.save(items) }
  func items(after revision: Revision, limit: Int, bytes: Int, memory: Int) throws -> VaultPage {
    try inner.items(after: revision, limit: limit, bytes: bytes, memory: memory)
  }
  func removeTombstones(upTo revision: Revision) throws { try inner.removeTombstones(upTo: revision) }
  func receipt(of device: DeviceID) throws -> BatchReceipt? { try inner.receipt(of: device) }
  func receipts() throws -> [BatchReceipt] { try inner.receipts() }
  func save(_ receipt: BatchReceipt) throws { try inner.save(receipt) }
  func removeReceipts(upTo revision: Revision) throws { try inner.removeReceipts(upTo: revision) }
  func removeAllReceipts() throws { try inner.removeAllReceipts() }
  func contents() throws -> VaultContents { try inner.contents() }
  func replace(with contents: VaultContents) throws { try inner.replace(with: contents) }
  func size() throws -> VaultSize { try inner.size() }
  func blobs(_ digests: [BlobDigest]) throws -> [BlobDigest: StoredBlob] { try inner.blobs(digests) }
  func blobs() throws -> [StoredBlob] { try inner.blobs() }
  func append(_ piece: BlobPiece, at time: Timestamp) throws { try inner.append(piece, at: time) }
  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws -> [UInt8] {
    try inner.bytes(of: digest, from: offset, limit: limit)
  }
  func touch(_ digest: BlobDigest, at time: Timestamp) throws { try inner.touch(digest, at: time) }
  func remove(_ digest: BlobDigest) throws { try inner.remove(digest) }
  func references(of items: [NoteID]) throws -> [NoteID: [BlobDigest]] { try inner.references(of: items) }
  func save(references: [NoteID: [BlobDigest]], at time: Timestamp) throws {
    try inner.save(references: references, at: time)
  }
  func orphans(touchedBefore time: Timestamp, limit: Int) throws -> [StoredBlob] {
    try inner.orphans(touchedBefore: time, limit: limit)
  }
}

/// A server store with wrapped transactions.
struct WrappingServerStore: ServerStore {
  let inner: any ServerStore
  let wrap: @Sendable (any ServerTransaction) -> any ServerTransaction

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await inner.write(vault, prefetching: prefetch) { try body(wrap($0)) }
  }

  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault, prefetching: prefetch) { try body(wrap($0)) }
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }

  func health() async throws(StoreError) -> StoreHealth { try await inner.health() }

  func consolidate() async { await inner.consolidate() }
}

/// A blob store that forwards every call.
class ForwardingBlobStore: BlobStore, @unchecked Sendable {
  let inner: any BlobStore

  init(_ inner: any BlobStore) {
    self.inner = inner
  }

  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await inner.progress(of: digest)
  }
  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? { try await inner.add(piece) }
  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? { try await inner.touch(digest) }
  func verify(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
    try await inner.verify(digest, hasReplacement: hasReplacement)
  }
  func discard(_ digest: BlobDigest) async throws(StoreError) { try await inner.discard(digest) }
  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
    try await inner.piece(of: digest, from: offset, limit: limit)
  }
  func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription] {
    try await inner.missing(after: digest, limit: limit)
  }
  func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment] {
    try await inner.attachments(of: note)
  }
  func removeOrphans(touchedBefore time: Timestamp) async throws(StoreError) -> RemovedBlobs {
    try await inner.removeOrphans(touchedBefore: time)
  }
}
