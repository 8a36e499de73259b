import NotesDomain

/// The pending changes whose blobs are in the vault, of which batches are made: a text does not wait for the file of another note.
package struct ReadyChanges: Sendable {
  /// The known blobs of the vault.
  var vault = VaultBlobs()
  /// The notes that are known to wait for their blobs, with the bytes of their files. They are not looked at again, since each look
  /// decodes a note: a device that imported many has a round for each few of them.
  private var waiting: [NoteID: Int] = [:]
  /// The number of changes, one after another, that may be left to the next sync before no other is sent: what is between probably
  /// minds all notes, and not only some.
  private static let maximumHeld = 3

  /// The notes that do not get through to the vault, with what answered in its place. They are left to the next sync.
  private(set) var heldBack: [NoteID: TransportError] = [:]
  /// The number of changes that were left to the next sync since the last one that got through.
  private var heldInARow = 0
  /// A random number for the note with which the next batch begins; `nil` for the first one.
  private var draw: UInt64?

  /// Calls a function with each change that is ready, as long as it returns `true`. After one that did not get through, it begins
  /// with any of them, so that a few are not the first ones in each sync.
  func forEach(
    in transaction: any SyncTransaction, _ body: (NoteID, SyncItem) throws -> Bool
  ) throws {
    guard heldInARow < Self.maximumHeld else { return }
    let start = try draw.flatMap { try transaction.anyPending($0) }
    try transaction.forEachPending(behind: start, except: { isLeft($0) }) { id, item in
      try vault.hasAll(of: item) ? body(id, item) : true
    }
  }

  /// Leaves changes to the next sync.
  ///
  /// - Parameter draw: A random number.
  mutating func hold(_ changes: [PushChange], after answer: TransportError, drawing draw: UInt64) {
    heldInARow += changes.count
    self.draw = draw
    for change in changes { heldBack[change.id] = answer }
  }

  /// Records that a batch got through to the vault.
  mutating func recordPassage() { heldInARow = 0 }

  private func isLeft(_ id: NoteID) -> Bool { waiting[id] != nil || heldBack[id] != nil }

  /// Forgets which notes wait, so that each is looked at again: some are ready by now, since others have the same blob, or since
  /// they were edited.
  mutating func lookAgain() { waiting = [:] }

  /// Finds the changes that wait for their blobs, and returns the next ones of them, those with the smallest files first: what does
  /// not get through because it is large delays none that does. After something else than the vault answered, it begins with any.
  ///
  /// - Parameter draw: A random number.
  /// - Returns: At most `limit` changes without those of which an upload failed; none if no other is left.
  mutating func next(
    _ limit: Int, in transaction: any SyncTransaction, without failed: FailedTransfers, drawing draw: UInt64
  ) throws -> [PushChange] {
    try transaction.forEachPending(except: { isLeft($0) }) { id, item in
      if !vault.hasAll(of: item) { waiting[id] = item.local?.attachments.reduce(0) { $0 + $1.size } ?? 0 }
      return true
    }
    var sorted = waiting.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    if failed.isMisaddressed, !sorted.isEmpty {
      let start = Int(draw % UInt64(sorted.count))
      sorted = Array(sorted[start...] + sorted[..<start])
    }
    var changes: [PushChange] = []
    for (id, _) in sorted where changes.count < limit {
      let item = try transaction.item(id)
      guard let item, item.isDirty, item.block == nil, !vault.hasAll(of: item) else { continue }
      let change = PushChange(of: item, id: id)
      if !failed.hasAny(of: change.blobs) { changes.append(change) }
    }
    for change in changes { waiting[change.id] = nil }
    return changes
  }
}

/// The transfers of blobs that failed in a sync. They are left for the next one.
struct FailedTransfers: Sendable {
  /// The number of blobs, one after another, that may fail because of the link before no other is tried in the same sync.
  private static let maximumLinkFailures = 3

  private var errors: [BlobDigest: TransportError] = [:]
  /// The number of blobs that something else than the vault answered before no other is tried in the same sync: it may mind all.
  private static let maximumMisaddressed = 10

  private var linkFailures = 0
  private var misaddressed = 0
  /// The error with which the sync ends: that after which nothing more is tried, or else the first; `nil` when none failed.
  private(set) var error: TransportError?
  /// Whether nothing more is tried in this sync: the server demands a wait, or the link fails.
  private(set) var areFinal = false

  var count: Int { errors.count }

  /// Whether no other request is worth a try in this sync.
  var isLinkBroken: Bool { areFinal && misaddressed < Self.maximumMisaddressed }

  /// Whether something else than the vault answered at last.
  var isMisaddressed: Bool { misaddressed > 0 }

  /// Returns whether one of some blobs failed.
  func hasAny(of blobs: [BlobDigest]) -> Bool { blobs.contains { errors[$0] != nil } }

  /// Records that the vault answered.
  mutating func recordSuccess() { (linkFailures, misaddressed) = (0, 0) }

  /// Records the error of a transfer.
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
