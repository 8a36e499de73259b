import NotesDomain
import NotesHosting

/// The content of a vault and its feed.
///
/// The feed is append-only: a changed item gets a new entry at the end, and its old one is skipped until most
/// entries are stale.
struct InMemoryServerVault {
  private struct Entry {
    let revision: Revision
    let id: NoteID
  }

  var state: VaultState?
  private(set) var items: [NoteID: VaultItem] = [:]
  var receipts: [DeviceID: BatchReceipt] = [:]
  var blobs = InMemoryServerBlobs()
  private var tombstones = 0
  private var payloadBytes = 0
  /// In ascending order of revision.
  private var feed: [Entry] = []

  init() {}

  init(_ contents: VaultContents) {
    state = contents.state
    receipts = Dictionary(contents.receipts.map { ($0.device, $0) }, uniquingKeysWith: { $1 })
    for item in contents.items { put(item) }
    blobs.references = contents.references
  }

  var contents: VaultContents {
    VaultContents(
      state: state ?? VaultState(epochs: []), items: items.values.sorted { $0.revision < $1.revision },
      receipts: sortedReceipts, references: blobs.references)
  }

  var sortedReceipts: [BatchReceipt] { receipts.values.sorted { $0.device.bits < $1.device.bits } }

  var size: VaultSize {
    VaultSize(
      notes: items.count - tombstones, tombstones: tombstones, receipts: receipts.count, payloadBytes: payloadBytes,
      blobs: blobs.count, blobBytes: blobs.byteCount, references: blobs.referenceCount)
  }

  /// Saves an item.
  ///
  /// - Returns: The previous item.
  @discardableResult
  mutating func put(_ item: VaultItem) -> VaultItem? {
    let before = items.updateValue(item, forKey: item.id)
    payloadBytes += (item.payload?.count ?? 0) - (before?.payload?.count ?? 0)
    if before?.isTombstone == true { tombstones -= 1 }
    if item.isTombstone { tombstones += 1 }
    guard item.revision != before?.revision else { return before }
    let entry = Entry(revision: item.revision, id: item.id)
    if let last = feed.last, last.revision >= item.revision {
      feed.insert(entry, at: index(after: item.revision))
    } else {
      feed.append(entry)
    }
    return before
  }

  /// Undoes ``put(_:)``.
  mutating func undoPut(_ before: VaultItem?, for id: NoteID) {
    guard let item = items[id] else { return }
    if item.isTombstone { tombstones -= 1 }
    if before?.isTombstone == true { tombstones += 1 }
    items[id] = before
    payloadBytes += (before?.payload?.count ?? 0) - (item.payload?.count ?? 0)
    guard item.revision != before?.revision else { return }
    if let index = feed.lastIndex(where: { $0.revision == item.revision && $0.id == id }) { feed.remove(at: index) }
  }

  /// Copies another vault's blobs, with the references of this one.
  mutating func keepBlobs(of other: InMemoryServerVault) {
    let references = blobs.references
    blobs = other.blobs
    blobs.references = references
  }

  func page(after revision: Revision, limit: Int, bytes: Int, memory: Int) -> VaultPage {
    var page = VaultPage()
    for index in index(after: revision)..<feed.endIndex {
      let entry = feed[index]
      guard let item = items[entry.id], item.revision == entry.revision else { continue }
      let size = page.bytes + (item.payload?.count ?? 0)
      if page.items.count >= limit || (!page.items.isEmpty && size > bytes) {
        page.hasMore = true
        break
      }
      page.items.append(item)
      page.bytes = size
    }
    if page.bytes > memory { page.items = [] }
    return page
  }

  mutating func removeTombstones(upTo revision: Revision) {
    items = items.filter { !$0.value.isTombstone || $0.value.revision > revision }
    tombstones = items.values.count { $0.isTombstone }
  }

  /// Removes stale entries when they are most of the feed. Not within a transaction, whose rollback
  /// needs them.
  mutating func dropStaleEntries() {
    guard feed.count > 2 * items.count + 32 else { return }
    feed.removeAll { items[$0.id]?.revision != $0.revision }
  }

  /// Returns the first index in the feed after a revision.
  private func index(after revision: Revision) -> Int {
    var (low, high) = (feed.startIndex, feed.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if feed[middle].revision > revision { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The blobs of one vault and the references to them.
struct InMemoryServerBlobs {
  private struct Blob {
    let upload: Int
    let size: Int
    var touched: Timestamp
    var bytes: [UInt8] = []
  }

  /// The blobs that each item refers to, for items with blobs only.
  var references: [NoteID: [BlobDigest]] = [:]
  private var blobs: [BlobDigest: Blob] = [:]
  private var uploads = 0

  var count: Int { blobs.count }

  var all: [StoredBlob] { blobs.keys.sorted().compactMap(blob) }

  var referenceCount: Int { references.values.reduce(0) { $0 + $1.count } }

  /// The total size of the blobs in bytes, counting incomplete ones in full.
  var byteCount: Int { blobs.values.reduce(0) { $0 + $1.size } }

  func blob(_ digest: BlobDigest) -> StoredBlob? {
    blobs[digest].map { blob in
      StoredBlob(
        digest: digest, upload: blob.upload, progress: BlobProgress(received: blob.bytes.count, size: blob.size),
        touched: blob.touched)
    }
  }

  mutating func append(_ piece: BlobPiece, at time: Timestamp) {
    if piece.offset == 0, blobs[piece.digest] == nil {
      uploads += 1
      blobs[piece.digest] = Blob(upload: uploads, size: piece.size, touched: time)
    }
    guard var blob = blobs.removeValue(forKey: piece.digest) else { return }
    if blob.size == piece.size, blob.bytes.count == piece.offset {
      blob.bytes += piece.bytes
      blob.touched = time
    }
    blobs[piece.digest] = blob
  }

  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) -> [UInt8] {
    guard let bytes = blobs[digest]?.bytes, offset >= 0, limit > 0 else { return [] }
    return Array(bytes.dropFirst(offset).prefix(limit))
  }

  mutating func touch(_ digest: BlobDigest, at time: Timestamp) {
    blobs[digest]?.touched = time
  }

  mutating func remove(_ digest: BlobDigest) {
    blobs[digest] = nil
  }

  mutating func save(_ blobs: [BlobDigest], of item: NoteID, at time: Timestamp) {
    for digest in Set(blobs).symmetricDifference(references[item] ?? []) { touch(digest, at: time) }
    references[item] = blobs.isEmpty ? nil : blobs
  }

  func orphans(touchedBefore time: Timestamp, limit: Int) -> [StoredBlob] {
    let referred = Set(references.values.joined())
    let orphans = blobs.keys.filter { !referred.contains($0) }.compactMap(blob).filter { $0.touched < time }
    return Array(orphans.sorted { ($0.touched, $0.digest) < ($1.touched, $1.digest) }.prefix(max(0, limit)))
  }
}
