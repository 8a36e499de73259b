import NotesDomain

/// A transaction of a server that passes everything on; mutants change a step of it.
class PassingServerTransaction: ServerTransaction {
  let inner: any ServerTransaction

  init(_ inner: any ServerTransaction) {
    self.inner = inner
  }

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
}
