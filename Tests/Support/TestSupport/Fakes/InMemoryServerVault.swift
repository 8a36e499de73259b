import NotesDomain

/// What one vault holds, and its feed.
///
/// The feed only grows: an item that changes gets a new entry at the end, and its old one is passed over until there are
/// more of those than of others.
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
      receipts: receipts.values.sorted { $0.device.bits < $1.device.bits }, references: blobs.references)
  }

  var size: VaultSize {
    VaultSize(
      notes: items.count - tombstones, tombstones: tombstones, receipts: receipts.count, payloadBytes: payloadBytes,
      blobs: blobs.count, blobBytes: blobs.byteCount)
  }

  /// Keeps an item.
  ///
  /// - Returns: What it takes the place of.
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

  /// Undoes a ``put(_:)``.
  mutating func putBack(_ before: VaultItem?, for id: NoteID) {
    guard let item = items[id] else { return }
    if item.isTombstone { tombstones -= 1 }
    if before?.isTombstone == true { tombstones += 1 }
    items[id] = before
    payloadBytes += (before?.payload?.count ?? 0) - (item.payload?.count ?? 0)
    guard item.revision != before?.revision else { return }
    if let place = feed.lastIndex(where: { $0.revision == item.revision && $0.id == id }) { feed.remove(at: place) }
  }

  /// Takes another vault's blobs, with the references of this one.
  mutating func keepBlobs(of other: InMemoryServerVault) {
    let references = blobs.references
    blobs = other.blobs
    blobs.references = references
  }

  func page(after revision: Revision, limit: Int, bytes: Int) -> (items: [VaultItem], hasMore: Bool) {
    var page: [VaultItem] = []
    var size = 0
    for place in index(after: revision)..<feed.endIndex {
      let entry = feed[place]
      guard let item = items[entry.id], item.revision == entry.revision else { continue }
      size += item.payload?.count ?? 0
      if page.count >= limit || (!page.isEmpty && size > bytes) { return (page, true) }
      page.append(item)
    }
    return (page, false)
  }

  mutating func removeTombstones(upTo revision: Revision) {
    items = items.filter { !$0.value.isTombstone || $0.value.revision > revision }
    tombstones = items.values.count { $0.isTombstone }
  }

  /// Drops the entries that are passed over, once they are most of the feed. Not while a transaction may be taken back,
  /// which needs them.
  mutating func dropStaleEntries() {
    guard feed.count > 2 * items.count + 32 else { return }
    feed.removeAll { items[$0.id]?.revision != $0.revision }
  }

  /// The first place in the feed behind a revision.
  private func index(after revision: Revision) -> Int {
    var (low, high) = (feed.startIndex, feed.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if feed[middle].revision > revision { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
