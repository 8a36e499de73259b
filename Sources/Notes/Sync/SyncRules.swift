package import NotesDomain

/// Decides what becomes of a note of this device when a version of the vault arrives.
package protocol RebaseRule: Sendable {
  /// Moves a note onto a version of the vault.
  ///
  /// - Parameters:
  ///   - item: The note as it is known here; `nil` when it is not.
  ///   - incoming: The vault's version.
  ///   - forkedAt: After a change of epoch: up to which revision what this device holds is common history.
  /// - Returns: `nil` when the version is known here.
  func rebase(_ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?) -> RebaseOutcome?
}

/// Nothing that somebody wrote is lost: what was not changed here follows the vault, an edit beats a deletion on either side,
/// two edits are merged, and what cannot be merged is kept in a copy.
struct ThreeWayRebaseRule: RebaseRule {
  let merging: any MergeRule

  init(merging: any MergeRule) {
    self.merging = merging
  }

  func rebase(_ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?) -> RebaseOutcome? {
    guard let item else {
      guard let note = incoming.note else { return nil }
      return RebaseOutcome(SyncItem(revision: incoming.revision, base: note, local: note), .adopted)
    }
    // Within an epoch a revision never changes its meaning.
    if forkedAt == nil, item.revision == incoming.revision, incoming.revision > .none { return nil }
    var base = item.base
    // The version that this text goes back to never became part of the vault's history. A version from before the fork is
    // an ancestor of it all the same; one from after the fork has nothing in common with it that we know of.
    let hasLostBase = forkedAt.map { item.revision > $0 } ?? false
    if let forkedAt, hasLostBase { base = incoming.revision <= forkedAt ? incoming.note : nil }
    let (local, effect) = resolve(item, base: base, hasLostBase: hasLostBase, incoming.note)
    guard incoming.note != nil || local != nil else { return RebaseOutcome(nil, effect) }
    return RebaseOutcome(SyncItem(revision: incoming.revision, base: incoming.note, local: local), effect)
  }

  private func resolve(_ item: SyncItem, base: Note?, hasLostBase: Bool, _ theirs: Note?) -> (Note?, RebaseOutcome.Effect) {
    let ours = item.local
    if ours == theirs { return (ours, .none) }
    if ours == base, !hasLostBase { return (theirs, theirs == nil ? .deleted : .adopted) }
    guard let theirs else { return (ours, .none) }
    guard let ours else { return (theirs, .adopted) }
    guard let merged = merging.merge(base: base, ours: ours, theirs: theirs) else { return (theirs, .displaced(ours)) }
    return (merged, merged == ours ? .none : .merged)
  }
}

/// Makes one note of two that go back to the same.
package protocol MergeRule: Sendable {
  /// Merges two versions.
  ///
  /// - Parameters:
  ///   - base: What both go back to; `nil` when it is not known.
  ///   - ours: The version of this device.
  ///   - theirs: The version of the vault.
  /// - Returns: `nil` when a text would be lost.
  func merge(base: Note?, ours: Note, theirs: Note) -> Note?
}

/// Merges field by field, and texts line by line; see ``NoteMerge``.
struct FieldMergeRule: MergeRule {
  func merge(base: Note?, ours: Note, theirs: Note) -> Note? {
    NoteMerge.merge(base: base, ours: ours, theirs: theirs)
  }
}

/// Makes the note that keeps a text which could not be merged.
package protocol CopyRule: Sendable {
  /// The copy of a note.
  ///
  /// - Parameter note: The note as it was here.
  /// - Returns: A note of its own; `nil` to let the text go.
  func copy(of note: Note) -> Note?
}

/// Makes copies with fresh ids.
///
/// An id that follows from the text would be the same on two devices that meet the same conflict, which sounds like a saving:
/// they would then push, and conflict on, that id in turn, for ever.
struct FreshCopyRule: CopyRule {
  let ids: any NoteIDGenerator

  init(ids: any NoteIDGenerator) {
    self.ids = ids
  }

  func copy(of note: Note) -> Note? {
    var copy = note.copied(as: ids.next(created: note.created))
    if !copy.title.hasSuffix(NoteConflict.copySuffix) { copy.title += NoteConflict.copySuffix }
    return copy
  }
}

/// Decides what becomes of a note when the vault has answered a change of it.
package protocol AcknowledgementRule: Sendable {
  /// Takes an answer into account.
  ///
  /// - Parameters:
  ///   - item: The note as it is known here; it may have been edited since the change was sent.
  ///   - sent: The note as it was sent; `nil` for a deletion.
  ///   - result: The vault's answer.
  /// - Returns: The note as it is from now on; `nil` when there is nothing to know about it any more.
  func settle(_ item: SyncItem, sent: Note?, _ result: PushResult) -> SyncItem?
}

/// The base moves to what the vault has, and nothing else moves.
struct StandardAcknowledgementRule: AcknowledgementRule {
  func settle(_ item: SyncItem, sent: Note?, _ result: PushResult) -> SyncItem? {
    var item = item
    switch result {
    case .applied(let revision):
      item.revision = revision
      // What was sent, not what stands here now: an edit made meanwhile is still to be told.
      item.base = sent
    case .conflict(let revision, let isDeleted):
      // The vault has no text to merge with, and where it has no item at all, no later page will bring one: waiting for
      // the pull would mean to send the same change, and get the same answer, for ever.
      if revision == .none || isDeleted {
        item.revision = revision
        item.base = nil
      }
    case .refused(let refusal):
      // An edit made meanwhile may be what makes it acceptable.
      if item.local == sent { item.block = .refused(refusal) }
    }
    return item.base == nil && item.local == nil ? nil : item
  }
}

/// Decides how a device goes on when the vault does not know it as it is.
package protocol EpochRule: Sendable {
  /// Enters another epoch.
  ///
  /// - Parameters:
  ///   - change: The vault's answer.
  ///   - state: Where the device stands.
  ///   - holdsVersions: Whether the device holds a note that the vault held when last seen.
  ///   - device: A fresh name for the device.
  func enter(_ change: EpochChange, from state: SyncState, holdsVersions: Bool, as device: DeviceID) -> SyncState

  /// Goes on under another name, since the vault does not know the count that was kept under the old one.
  ///
  /// - Parameters:
  ///   - state: Where the device stands.
  ///   - device: A fresh name for the device.
  func rename(_ state: SyncState, as device: DeviceID) -> SyncState
}

/// A device that holds versions reads the whole vault before it believes any of them; one that holds none just begins.
struct StandardEpochRule: EpochRule {
  func enter(_ change: EpochChange, from state: SyncState, holdsVersions: Bool, as device: DeviceID) -> SyncState {
    var next = rename(state, as: device)
    next.epoch = change.epoch
    next.cursor = .none
    next.floor = nil
    next.deletions = 0
    next.snapshot = holdsVersions ? SyncSnapshot() : nil
    // Of several epochs that were skipped, the earliest fork counts, also when one ended while its snapshot was under way.
    next.forkedAt = holdsVersions ? min(state.forkedAt ?? change.forkedAt, change.forkedAt) : nil
    return next
  }

  func rename(_ state: SyncState, as device: DeviceID) -> SyncState {
    var next = state
    next.device = device
    next.nextBatch = 1
    return next
  }
}

/// Decides what becomes of a note that the vault held once, and that a complete snapshot does not have.
package protocol AbsenceRule: Sendable {
  /// Whether the note was lost with the vault's history, rather than deleted from it.
  ///
  /// - Parameters:
  ///   - item: The note as it is known here.
  ///   - forkedAt: After a change of epoch: up to which revision what this device holds is common history.
  func isLost(_ item: SyncItem, forkedAt: Revision?) -> Bool
}

/// What was accepted after the fork is lost, and is brought back; what was accepted before was deleted since.
struct StandardAbsenceRule: AbsenceRule {
  func isLost(_ item: SyncItem, forkedAt: Revision?) -> Bool {
    forkedAt.map { item.revision > $0 } ?? false
  }
}

/// Decides what to ask the vault next.
package protocol RequestRule: Sendable {
  /// The next question for changes.
  ///
  /// - Parameters:
  ///   - state: Where the device stands.
  ///   - limit: The most items to ask for.
  func request(_ state: SyncState, limit: Int) -> ChangesRequest
}

/// Asks on from where the last page ended.
struct StandardRequestRule: RequestRule {
  func request(_ state: SyncState, limit: Int) -> ChangesRequest {
    let after = state.snapshot?.after ?? state.cursor
    // Whoever holds nothing need not know of deletions. From the first page on, those after its head matter.
    let floor = state.snapshot.map(\.floor) ?? state.floor.map { max($0, after) }
    return ChangesRequest(epoch: state.epoch, after: after, floor: floor, limit: limit)
  }
}

/// Decides which changes a device sends together.
package protocol BatchRule: Sendable {
  /// The next batch; `nil` when there is nothing to send.
  ///
  /// - Parameters:
  ///   - state: Where the device stands.
  ///   - epoch: The epoch that it knows.
  ///   - transaction: Where the changes are.
  func batch(
    _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
  ) throws(StoreError) -> PushBatch?
}

/// Sends what is pending, as much as fits.
struct StandardBatchRule: BatchRule {
  let settings: SyncSettings

  init(settings: SyncSettings) {
    self.settings = settings
  }

  func batch(
    _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
  ) throws(StoreError) -> PushBatch? {
    var changes: [PushChange] = []
    var bytes = 0
    for id in try transaction.pending(limit: settings.batchItems) {
      guard let item = try transaction.item(id), item.isDirty else { continue }
      let change = PushChange(
        id: id, base: item.revision, payload: item.local.map(NotePayload.encode), blobs: item.local?.blobs ?? [])
      bytes += change.byteCount
      guard changes.isEmpty || bytes <= settings.batchBytes else { break }
      changes.append(change)
    }
    guard !changes.isEmpty else { return nil }
    return PushBatch(epoch: epoch, device: state.device, number: state.nextBatch, changes: changes)
  }
}

/// Decides when so much would be deleted that a person must be asked.
package protocol BrakeRule: Sendable {
  /// Whether to stop.
  ///
  /// - Parameters:
  ///   - deletions: How many notes one pull would delete, as far as it is known.
  ///   - notes: How many notes there were before it.
  func stops(deletions: Int, of notes: Int) -> Bool
}

/// Stops at more than twenty notes that are more than a fifth of all.
struct StandardBrakeRule: BrakeRule {
  func stops(deletions: Int, of notes: Int) -> Bool {
    deletions > 20 && deletions * 5 > notes
  }
}

extension PushRefusal {
  /// The vault took all bytes of a blob, more than once, and they were not what its name says.
  static let damagedBlob = PushRefusal(code: "damaged_blob")
  /// A request that held one change alone was refused as a whole.
  static let request = PushRefusal(code: "request_refused")
}
