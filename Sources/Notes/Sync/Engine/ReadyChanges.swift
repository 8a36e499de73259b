import NotesDomain

/// The pending changes whose blobs are in the vault, of which batches are made: a text does not wait for the file of another note.
package struct ReadyChanges: Sendable {
  /// The known blobs of the vault.
  var vault = VaultBlobs()
  /// The notes that are known to wait for their blobs, with the bytes of their files. They are not looked at again, since each look
  /// decodes a note: a device that imported many has a round for each few of them.
  private var waiting: [NoteID: Int] = [:]
  /// The notes that do not get through to the vault, with what answered in its place. They are left to the next sync.
  private(set) var heldBack: [NoteID: TransportError] = [:]

  /// Calls a function with each change that is ready, as long as it returns `true`.
  func forEach(
    in transaction: any SyncTransaction, _ body: (NoteID, SyncItem) throws -> Bool
  ) throws {
    try transaction.forEachPending(except: { isLeft($0) }) { id, item in
      try vault.hasAll(of: item) ? body(id, item) : true
    }
  }

  /// The number of changes that were left to the next sync since the last one that got through.
  private(set) var heldInARow = 0

  /// Leaves changes to the next sync.
  mutating func hold(_ changes: [PushChange], after answer: TransportError) {
    heldInARow += changes.count
    for change in changes { heldBack[change.id] = answer }
  }

  /// Records that a batch got through to the vault.
  mutating func recordPassage() { heldInARow = 0 }

  private func isLeft(_ id: NoteID) -> Bool { waiting[id] != nil || heldBack[id] != nil }

  /// Forgets which notes wait, so that each is looked at again: some are ready by now, since others have the same blob, or since
  /// they were edited.
  mutating func lookAgain() { waiting = [:] }

  /// Finds the changes that wait for their blobs, and returns the next ones of them, those with the smallest files first: what does
  /// not get through because it is large delays none that does.
  ///
  /// - Returns: At most `limit` changes without those of which an upload failed; none if no other is left.
  mutating func next(
    _ limit: Int, in transaction: any SyncTransaction, without failed: FailedUploads
  ) throws -> [PushChange] {
    try transaction.forEachPending(except: { isLeft($0) }) { id, item in
      if !vault.hasAll(of: item) { waiting[id] = item.local?.attachments.reduce(0) { $0 + $1.size } ?? 0 }
      return true
    }
    var changes: [PushChange] = []
    for (id, _) in waiting.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) where changes.count < limit {
      let item = try transaction.item(id)
      guard let item, item.isDirty, item.block == nil, !vault.hasAll(of: item) else { continue }
      let change = PushChange(of: item, id: id)
      if !failed.hasAny(of: change.blobs) { changes.append(change) }
    }
    for change in changes { waiting[change.id] = nil }
    return changes
  }
}

/// The uploads that failed in a sync. They are left for the next one.
struct FailedUploads: Sendable {
  /// The number of blobs, one after another, that may fail because of the link before no other is tried in the same sync.
  private static let maximumLinkFailures = 3

  private var errors: [BlobDigest: TransportError] = [:]
  /// The number of blobs that something else than the vault answered before no other is tried in the same sync: it may mind all.
  private static let maximumMisaddressed = 10

  private var linkFailures = 0
  private var misaddressed = 0
  /// The error with which the sync ends: that after which nothing more is uploaded, or else the first; `nil` when no upload failed.
  private(set) var error: TransportError?
  /// Whether nothing more is uploaded in this sync: the server demands a wait, or the link fails.
  private(set) var areFinal = false

  var count: Int { errors.count }

  /// Whether no other request is worth a try in this sync.
  var isLinkBroken: Bool { areFinal && misaddressed < Self.maximumMisaddressed }

  /// Returns whether one of some blobs failed.
  func hasAny(of blobs: [BlobDigest]) -> Bool { blobs.contains { errors[$0] != nil } }

  /// Records that the link works.
  mutating func recordSuccess() { linkFailures = 0 }

  /// Records the error of an upload.
  mutating func record(_ failure: TransportError, of digest: BlobDigest) {
    errors[digest] = failure
    switch failure {
    // It may say something about this blob only.
    case .refused, .undecodable: linkFailures = 0
    case .misaddressed:
      misaddressed += 1
      linkFailures = 0
    case .unreachable, .unavailable(_, retryAfter: nil): linkFailures += 1
    default: linkFailures = Self.maximumLinkFailures
    }
    areFinal = linkFailures >= Self.maximumLinkFailures || misaddressed >= Self.maximumMisaddressed
    error = areFinal ? failure : error ?? failure
  }
}
