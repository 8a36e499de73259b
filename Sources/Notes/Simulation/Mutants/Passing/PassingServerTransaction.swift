import NotesDomain

/// A transaction of a server that passes everything on; mutants change a step of it.
class PassingServerTransaction: ServerTransaction {
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
