import NotesDomain

/// A transaction that passes everything on; mutants change a step of it.
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
  func pending(limit: Int) throws(StoreError) -> [NoteID] { try inner.pending(limit: limit) }
  func blocked() throws(StoreError) -> [NoteID] { try inner.blocked() }
  func setAside(_ item: VaultItem) throws(StoreError) { try inner.setAside(item) }
  func unreadable(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try inner.unreadable(after: id, limit: limit)
  }
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
  func record(conflict: NoteConflict) throws(StoreError) { try inner.record(conflict: conflict) }
  func record(merging: MergeRecord) throws(StoreError) { try inner.record(merging: merging) }
  func conflictCount() throws(StoreError) -> Int { try inner.conflictCount() }
}

/// A transaction of a server that passes everything on; mutants change a step of it.
class ForwardingServerTransaction: ServerTransaction {
  let inner: any ServerTransaction

  init(_ inner: any ServerTransaction) {
    self.inner = inner
  }

  func isKnown() throws(StoreError) -> Bool { try inner.isKnown() }
  func state() throws(StoreError) -> VaultState? { try inner.state() }
  func save(state: VaultState) throws(StoreError) { try inner.save(state: state) }
  func item(_ id: NoteID) throws(StoreError) -> VaultItem? { try inner.item(id) }
  func version(of id: NoteID) throws(StoreError) -> VaultItemVersion? { try inner.version(of: id) }
  func save(_ item: VaultItem) throws(StoreError) { try inner.save(item) }
  func items(
    after revision: Revision, limit: Int, bytes: Int
  ) throws(StoreError) -> (items: [VaultItem], hasMore: Bool) {
    try inner.items(after: revision, limit: limit, bytes: bytes)
  }
  func removeTombstones(upTo revision: Revision) throws(StoreError) { try inner.removeTombstones(upTo: revision) }
  func receipt(of device: DeviceID) throws(StoreError) -> BatchReceipt? { try inner.receipt(of: device) }
  func save(_ receipt: BatchReceipt) throws(StoreError) { try inner.save(receipt) }
  func removeReceipts(upTo revision: Revision) throws(StoreError) { try inner.removeReceipts(upTo: revision) }
  func contents() throws(StoreError) -> VaultContents { try inner.contents() }
  func replace(with contents: VaultContents) throws(StoreError) { try inner.replace(with: contents) }
  func size() throws(StoreError) -> VaultSize { try inner.size() }
  func blob(_ digest: BlobDigest) throws(StoreError) -> StoredBlob? { try inner.blob(digest) }
  func append(_ piece: BlobPiece, at moment: Timestamp) throws(StoreError) { try inner.append(piece, at: moment) }
  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws(StoreError) -> [UInt8] {
    try inner.bytes(of: digest, from: offset, limit: limit)
  }
  func touch(_ digest: BlobDigest, at moment: Timestamp) throws(StoreError) { try inner.touch(digest, at: moment) }
  func remove(_ digest: BlobDigest) throws(StoreError) { try inner.remove(digest) }
  func save(blobs: [BlobDigest], of item: NoteID, at moment: Timestamp) throws(StoreError) {
    try inner.save(blobs: blobs, of: item, at: moment)
  }
  func orphans(touchedBefore moment: Timestamp, limit: Int) throws(StoreError) -> [StoredBlob] {
    try inner.orphans(touchedBefore: moment, limit: limit)
  }
}

/// A store whose transactions are something else.
struct WrappingServerStore: ServerStore {
  let inner: any ServerStore
  let wrap: @Sendable (any ServerTransaction) -> any ServerTransaction

  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await inner.write(vault) { (transaction) throws(StoreError) in try body(wrap(transaction)) }
  }

  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault) { (transaction) throws(StoreError) in try body(wrap(transaction)) }
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }
}
