import NotesDomain

/// The pending changes whose blobs are in the vault, of which batches are made: a text does not wait for the file of another note.
package struct ReadyChanges: Sendable {
  /// The known blobs of the vault.
  var vault = VaultBlobs()
  /// The notes that are known to wait for their blobs. They are not looked at again, since each look decodes a note: a device that
  /// imported many has a round for each few of them.
  var waiting: Set<NoteID> = []

  /// Calls a function with each change that is ready, as long as it returns `true`.
  func forEach(
    in transaction: any SyncTransaction, _ body: (NoteID, SyncItem) throws -> Bool
  ) throws {
    try transaction.forEachPending(except: waiting) { id, item in
      try vault.hasAll(of: item) ? body(id, item) : true
    }
  }

  /// Finds the changes that wait for their blobs, and returns the next ones of them.
  ///
  /// - Returns: At most `limit` changes without those of which an upload failed; none if all others are ready by now.
  mutating func next(
    _ limit: Int, in transaction: any SyncTransaction, without failed: FailedUploads
  ) throws -> [PushChange] {
    try transaction.forEachPending(except: waiting) { id, item in
      if !vault.hasAll(of: item) { waiting.insert(id) }
      return true
    }
    var changes: [PushChange] = []
    for id in waiting.sorted() where changes.count < limit {
      let item = try transaction.item(id)
      guard let item, item.isDirty, item.block == nil, !vault.hasAll(of: item) else {
        // It was edited or sent meanwhile.
        waiting.remove(id)
        continue
      }
      let change = PushChange(of: item, id: id)
      if !failed.hasAny(of: change.blobs) { changes.append(change) }
    }
    waiting.subtract(changes.map(\.id))
    return changes
  }
}

/// The uploads that failed in a sync. They are left for the next one.
struct FailedUploads: Sendable {
  /// The number of blobs that may fail because of the link before no other is tried in the same sync.
  private static let maximumLinkFailures = 3

  private var errors: [BlobDigest: TransportError] = [:]
  private var linkFailures = 0
  /// The first error; `nil` when no upload failed.
  private(set) var first: TransportError?
  /// Whether nothing more is uploaded in this sync: the server demands a wait, or the error says nothing about one blob.
  private(set) var areFinal = false

  var count: Int { errors.count }

  /// Returns whether one of some blobs failed.
  func hasAny(of blobs: [BlobDigest]) -> Bool { blobs.contains { errors[$0] != nil } }

  /// Records the error of an upload.
  mutating func record(_ error: TransportError, of digest: BlobDigest) {
    errors[digest] = error
    first = first ?? error
    switch error {
    case .refused: return
    case .unreachable, .unavailable(_, retryAfter: nil): linkFailures += 1
    default: linkFailures = Self.maximumLinkFailures
    }
    areFinal = linkFailures >= Self.maximumLinkFailures
  }
}
