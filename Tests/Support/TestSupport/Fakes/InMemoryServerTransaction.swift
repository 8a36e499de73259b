import NotesDomain
import NotesHosting
import Synchronization

/// A vault of ``InMemoryServerStore``, with the undo log of the current transaction.
///
/// The store runs one transaction at a time; the lock satisfies the compiler.
final class InMemoryServerTransaction: ServerTransaction, Sendable {
  /// An entry of the undo log.
  private enum Undo {
    case state(VaultState?)
    case item(NoteID, VaultItem?)
    case receipt(DeviceID, BatchReceipt?)
    case blobs(InMemoryServerBlobs)
    case everything(InMemoryServerVault)
  }

  private struct Content {
    var vault = InMemoryServerVault()
    var isKnown: Bool
    var journal: [Undo] = []
    var blobLookups: [BlobDigest] = []
    var holders: Set<[UInt8]> = []
  }

  private let content: Mutex<Content>

  /// Creates a vault.
  ///
  /// - Parameter isKnown: Whether the vault exists before it has content.
  init(_ vault: InMemoryServerVault = InMemoryServerVault(), isKnown: Bool = false) {
    content = Mutex(Content(vault: vault, isKnown: isKnown))
  }

  /// The content of the vault.
  var vault: InMemoryServerVault { content.withLock { $0.vault } }

  /// The blobs that transactions looked up, in order.
  var blobLookups: [BlobDigest] { content.withLock { $0.blobLookups } }

  /// Whether the vault has a state.
  var hasState: Bool { content.withLock { $0.vault.state != nil } }

  /// Whether the store keeps the vault, possibly without content.
  var isKept: Bool { content.withLock { $0.isKnown } }

  /// The digests of the tokens that give access to the vault.
  var holders: Set<[UInt8]> {
    get { content.withLock { $0.holders } }
    set { content.withLock { $0.holders = newValue } }
  }

  func isHeld(by token: [UInt8]) throws(StoreError) -> Bool { holders.contains(token) }

  /// Commits the transaction.
  func commit() {
    content.withLock { content in
      guard !content.journal.isEmpty else { return }
      content.isKnown = true
      content.journal.removeAll(keepingCapacity: true)
      content.vault.dropStaleEntries()
    }
  }

  /// Rolls the transaction back.
  func rollBack() {
    content.withLock { content in
      while let step = content.journal.popLast() {
        switch step {
        case .state(let state): content.vault.state = state
        case .item(let id, let item): content.vault.undoPut(item, for: id)
        case .receipt(let device, let receipt): content.vault.receipts[device] = receipt
        case .blobs(let blobs): content.vault.blobs = blobs
        case .everything(let vault): content.vault = vault
        }
      }
    }
  }

  func isKnown() throws(StoreError) -> Bool {
    content.withLock { $0.isKnown || !$0.journal.isEmpty }
  }

  func state() throws(StoreError) -> VaultState? {
    content.withLock { $0.vault.state }
  }

  func save(state: VaultState) throws(StoreError) {
    content.withLock { content in
      content.journal.append(.state(content.vault.state))
      content.vault.state = state
    }
  }

  func item(_ id: NoteID) throws(StoreError) -> VaultItem? {
    content.withLock { $0.vault.items[id] }
  }

  func versions(of items: [NoteID]) throws(StoreError) -> [NoteID: VaultItemVersion] {
    content.withLock { content in
      var versions: [NoteID: VaultItemVersion] = [:]
      for id in items {
        guard let item = content.vault.items[id] else { continue }
        versions[id] = VaultItemVersion(
          revision: item.revision, isTombstone: item.isTombstone, payloadBytes: item.payload?.count ?? 0)
      }
      return versions
    }
  }

  func save(_ items: [VaultItem]) throws(StoreError) {
    content.withLock { content in
      for item in items {
        let before = content.vault.put(item)
        content.journal.append(.item(item.id, before))
      }
    }
  }

  func items(after revision: Revision, limit: Int, bytes: Int, memory: Int) throws(StoreError) -> VaultPage {
    content.withLock { $0.vault.page(after: revision, limit: limit, bytes: bytes, memory: memory) }
  }

  func removeTombstones(upTo revision: Revision) throws(StoreError) {
    change { $0.removeTombstones(upTo: revision) }
  }

  func receipt(of device: DeviceID) throws(StoreError) -> BatchReceipt? {
    content.withLock { $0.vault.receipts[device] }
  }

  func receipts() throws(StoreError) -> [BatchReceipt] {
    content.withLock { $0.vault.sortedReceipts }
  }

  func save(_ receipt: BatchReceipt) throws(StoreError) {
    content.withLock { content in
      let before = content.vault.receipts.updateValue(receipt, forKey: receipt.device)
      content.journal.append(.receipt(receipt.device, before))
    }
  }

  func removeReceipts(upTo revision: Revision) throws(StoreError) {
    change { vault in vault.receipts = vault.receipts.filter { $0.value.head > revision || $0.value.number <= 1 } }
  }

  func removeAllReceipts() throws(StoreError) {
    change { $0.receipts = [:] }
  }

  func contents() throws(StoreError) -> VaultContents {
    content.withLock { $0.vault.contents }
  }

  func replace(with contents: VaultContents) throws(StoreError) {
    change { vault in
      var next = InMemoryServerVault(contents)
      next.keepBlobs(of: vault)
      vault = next
    }
  }

  func size() throws(StoreError) -> VaultSize {
    content.withLock { $0.vault.size }
  }

  func blobs(_ digests: [BlobDigest]) throws(StoreError) -> [BlobDigest: StoredBlob] {
    content.withLock { content in
      content.blobLookups += digests
      var blobs: [BlobDigest: StoredBlob] = [:]
      for digest in digests { blobs[digest] = content.vault.blobs.blob(digest) }
      return blobs
    }
  }

  func blobs() throws(StoreError) -> [StoredBlob] {
    content.withLock { $0.vault.blobs.all }
  }

  func append(_ piece: BlobPiece, at time: Timestamp) throws(StoreError) {
    changeBlobs { $0.append(piece, at: time) }
  }

  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws(StoreError) -> [UInt8] {
    content.withLock { $0.vault.blobs.bytes(of: digest, from: offset, limit: limit) }
  }

  func touch(_ digest: BlobDigest, at time: Timestamp) throws(StoreError) {
    changeBlobs { $0.touch(digest, at: time) }
  }

  func remove(_ digest: BlobDigest) throws(StoreError) {
    changeBlobs { $0.remove(digest) }
  }

  func references(of items: [NoteID]) throws(StoreError) -> [NoteID: [BlobDigest]] {
    content.withLock { content in
      content.vault.blobs.references.filter { items.contains($0.key) && !$0.value.isEmpty }
    }
  }

  func save(references: [NoteID: [BlobDigest]], at time: Timestamp) throws(StoreError) {
    for (item, blobs) in references {
      let isNothing = content.withLock { $0.vault.blobs.references[item] == nil } && blobs.isEmpty
      if !isNothing { changeBlobs { $0.save(blobs, of: item, at: time) } }
    }
  }

  func orphans(touchedBefore time: Timestamp, limit: Int) throws(StoreError) -> [StoredBlob] {
    content.withLock { $0.vault.blobs.orphans(touchedBefore: time, limit: limit) }
  }

  private func changeBlobs(_ body: (inout InMemoryServerBlobs) -> Void) {
    content.withLock { content in
      content.journal.append(.blobs(content.vault.blobs))
      body(&content.vault.blobs)
    }
  }

  /// Applies a large change, which is undone by a copy of the previous content.
  private func change(_ body: (inout InMemoryServerVault) -> Void) {
    content.withLock { content in
      content.journal.append(.everything(content.vault))
      body(&content.vault)
    }
  }
}
