package import NotesDomain

/// The decisions of sync, each a closure that tests and mutants can replace.
///
/// The standard rules lose no text: a note that was not changed here follows the vault, an edit beats a deletion on either
/// side, two edits are merged, and a text that cannot be merged is stored in a copy.
///
/// A closure has no argument labels. So the engine calls a method of the same name, which has them.
///
/// ## Topics
/// ### Merging
/// - ``merge``
/// - ``rebase``
/// - ``keepDeleted``
/// - ``copy``
/// ### Sending
/// - ``batch``
/// - ``canSend``
/// - ``acknowledge``
/// - ``hasMissed``
/// ### Receiving
/// - ``request``
/// - ``canReceive``
/// - ``engagesBrake``
/// ### Epochs
/// - ``enterEpoch``
/// - ``renameDevice``
/// - ``isLost``
package struct SyncRules: Sendable {
  /// A merge of two versions of a note with a common ancestor, which is `nil` when it is not known.
  package typealias Merge = @Sendable (_ base: Note?, _ ours: Note, _ theirs: Note) -> Note?

  /// Merges the version of this device and the version of the vault; returns `nil` when a text would be lost.
  package var merge: Merge

  /// Rebases a note onto a version of the vault; returns `nil` when there is nothing to apply: the version is known here, or
  /// a note that is not known here arrives deleted.
  ///
  /// `item` is `nil` when the note is not known here. `forkedAt` is the last revision that this device and the vault have in
  /// common after a change of epoch.
  package var rebase:
    @Sendable (_ item: SyncItem?, _ incoming: IncomingVersion, _ forkedAt: Revision?, _ merge: Merge) -> RebaseOutcome?

  /// Rebases a note that the vault deleted and that a person decided to keep.
  package var keepDeleted: @Sendable (_ item: SyncItem?, _ incoming: IncomingVersion) -> RebaseOutcome

  /// Creates the note that stores a text which could not be merged; returns `nil` to drop the text.
  package var copy: @Sendable (_ note: Note) -> Note?

  /// Returns the next batch of the pending changes that are ready, which are those whose blobs the vault holds; `nil` when there
  /// are none.
  package var batch:
    @Sendable (
      _ state: SyncState, _ epoch: Epoch, _ transaction: any SyncTransaction, _ ready: ReadyChanges
    ) throws -> PushBatch?

  /// Applies the vault's result for a change; returns `nil` when sync can forget the note.
  ///
  /// `item` may have been edited since the change was sent. `base` is the revision that was changed, `sent` the note as it
  /// was sent, `nil` for a deletion.
  package var acknowledge:
    @Sendable (_ item: SyncItem, _ base: Revision, _ sent: Note?, _ result: PushResult) -> SyncItem?

  /// Whether a result shows that this device lacks a version at or before its cursor, which no page will contain: only a
  /// snapshot will. Stores of earlier versions, in which two programs interfered, can be in such a state.
  package var hasMissed:
    @Sendable (_ result: PushResult, _ item: SyncItem, _ base: Revision, _ cursor: Revision) -> Bool

  /// Whether a page may be applied, given the batch under way. The results of a batch apply to the versions on which it is
  /// based, so no page may replace these until the vault replies.
  package var canReceive: @Sendable (_ batch: PushBatch?) -> Bool

  /// Whether changes may be put into a batch. During a snapshot the notes of this device may be based on revisions of
  /// another epoch.
  package var canSend: @Sendable (_ state: SyncState) -> Bool

  /// Returns the next request for changes, with at most `limit` items.
  package var request: @Sendable (_ state: SyncState, _ limit: Int) -> ChangesRequest

  /// Whether a pull, or the reply to a batch, deletes so many of the notes that a person must confirm it.
  package var engagesBrake: @Sendable (_ deletions: Int, _ notes: Int) -> Bool

  /// Returns the state of this device in another epoch of the vault.
  ///
  /// `holdsVersions` says whether the device has a note that the vault held; `device` is a fresh name.
  package var enterEpoch:
    @Sendable (_ change: EpochChange, _ state: SyncState, _ holdsVersions: Bool, _ device: DeviceID) -> SyncState

  /// Returns the state of this device under a fresh name, since the vault does not know the batch numbers of the old one.
  package var renameDevice: @Sendable (_ state: SyncState, _ device: DeviceID) -> SyncState

  /// Whether a note that a complete snapshot does not contain was lost with the vault's history, not deleted from it.
  package var isLost: @Sendable (_ item: SyncItem, _ forkedAt: Revision?) -> Bool

  /// Creates the standard rules.
  package init(settings: SyncSettings, ids: any NoteIDGenerator) {
    merge = NoteMerge.merge(base:ours:theirs:)
    rebase = Self.rebased(_:onto:forkedAt:merging:)
    keepDeleted = { item, incoming in
      // An edit beats a deletion.
      RebaseOutcome(SyncItem(revision: incoming.revision, base: nil, local: item?.local), .none)
    }
    copy = { note in
      // An id derived from the text would be the same on two devices that meet the same conflict. That looks like a saving,
      // but both would push that id, and conflict on it, in turn without end.
      var copy = note.copied(as: ids.next(created: note.created))
      if !copy.title.ends(with: NoteConflict.copySuffix) { copy.title += NoteConflict.copySuffix }
      return copy
    }
    batch = { state, epoch, transaction, ready in
      try Self.nextBatch(
        of: state, epoch: epoch, transaction: transaction, settings: settings, from: ready)
    }
    acknowledge = Self.acknowledged(_:base:sent:result:)
    hasMissed = { result, item, base, cursor in
      guard case .conflict(let revision, isDeleted: false) = result else { return false }
      return item.revision == base && revision <= cursor && revision > .none
    }
    canReceive = { batch in batch == nil }
    canSend = { state in state.snapshot == nil && state.forkedAt == nil }
    request = Self.nextRequest(from:limit:)
    engagesBrake = { deletions, notes in
      deletions > settings.brakeDeletions && deletions * settings.brakeFraction > notes
    }
    enterEpoch = Self.entered(_:from:holdsVersions:device:)
    renameDevice = { state, device in state.renamed(device) }
    isLost = { item, forkedAt in
      // Versions that were accepted after the fork are lost; earlier ones were deleted since.
      forkedAt.map { item.revision > $0 } ?? false
    }
  }
}

// MARK: - Merging

extension SyncRules {
  /// - Parameter keepsDeleted: Whether a note that the vault deleted is kept.
  func rebase(
    _ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?, keepsDeleted: Bool
  ) -> RebaseOutcome? {
    let outcome = rebase(item, incoming, forkedAt, merge)
    return keepsDeleted && outcome?.effect == .deleted ? keepDeleted(item, incoming) : outcome
  }

  private static func rebased(
    _ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?, merging merge: Merge
  ) -> RebaseOutcome? {
    guard let item else {
      guard let note = incoming.note else { return nil }
      return RebaseOutcome(SyncItem(revision: incoming.revision, base: note, local: note), .adopted)
    }
    // Within an epoch a revision never changes its meaning. One that was set aside had none here yet.
    let isKnown = item.block != .unreadable && item.revision == incoming.revision && incoming.revision > .none
    if forkedAt == nil, isKnown { return nil }
    var base = item.base
    // The base of this text never became part of the vault's history. An incoming version may be its ancestor all the same; any
    // other has no known relation to it.
    let hasLostBase = forkedAt.map { item.revision > $0 } ?? false
    if hasLostBase || base == nil { base = incoming.isAncestor ? incoming.note : nil }
    // Another device stored the version again that this one removed.
    if item.local == nil, let theirs = incoming.note, theirs == item.base { base = theirs }
    let (local, effect) = resolve(
      ours: item.local, theirs: incoming.note, base: base, hasLostBase: hasLostBase, merging: merge)
    guard incoming.note != nil || local != nil else { return RebaseOutcome(nil, effect) }
    return RebaseOutcome(SyncItem(revision: incoming.revision, base: incoming.note, local: local), effect)
  }

  private static func resolve(
    ours: Note?, theirs: Note?, base: Note?, hasLostBase: Bool, merging merge: Merge
  ) -> (local: Note?, effect: RebaseOutcome.Effect) {
    if ours == theirs { return (ours, .none) }
    if ours == base, !hasLostBase { return (theirs, theirs == nil ? .deleted : .adopted) }
    // Who removes a note for good had it in the trash: another one who moved it there, too, has not edited it.
    guard let theirs else { return isMoved(ours, toTrashFrom: base) ? (nil, .deleted) : (ours, .none) }
    // Nor has one that stored the version again that was removed here, such as a vault that was restored.
    guard let ours else {
      return theirs == base || isMoved(theirs, toTrashFrom: base) ? (nil, .none) : (theirs, .adopted)
    }
    guard let merged = merge(base, ours, theirs) else { return (theirs, .displaced(ours)) }
    return (merged, merged == ours ? .none : .merged)
  }
}

extension SyncRules {
  /// Returns whether the only change of a note is that it is in the trash.
  private static func isMoved(_ note: Note?, toTrashFrom base: Note?) -> Bool {
    guard let note, var moved = base, note.trashed != nil else { return false }
    (moved.trashed, moved.modified) = (note.trashed, note.modified)
    return moved == note
  }
}

// MARK: - Sending

extension SyncRules {
  func acknowledge(_ item: SyncItem, base: Revision, sent: Note?, result: PushResult) -> SyncItem? {
    acknowledge(item, base, sent, result)
  }

  func hasMissed(_ result: PushResult, of item: SyncItem, base: Revision, cursor: Revision) -> Bool {
    hasMissed(result, item, base, cursor)
  }

  /// Moves the base to the version of the vault, and changes nothing else.
  private static func acknowledged(
    _ item: SyncItem, base: Revision, sent: Note?, result: PushResult
  ) -> SyncItem? {
    // A version of the vault that was received since is a later one.
    guard item.revision == base else { return item }
    var item = item
    switch result {
    case .applied(let revision):
      item.revision = revision
      // The sent version, not the present one: a later edit is still to be sent.
      item.base = sent
    case .conflict(let revision, let isDeleted):
      // The vault has no text to merge with. Where it has no item at all, no later page contains one, and waiting for the
      // pull would repeat the same push and the same result without end.
      if revision == .none || isDeleted {
        // What was sent again without an edit is gone, too. A note that the vault had was deleted, and its tombstone purged.
        let wasDeleted = isDeleted || base > .none
        if wasDeleted, item.local == item.base || isMoved(item.local, toTrashFrom: item.base) { item.local = nil }
        item.revision = revision
        item.base = nil
      }
    case .refused(let refusal):
      // A later edit may be acceptable.
      if item.local == sent { item.block = .refused(refusal) }
    }
    return item.base == nil && item.local == nil ? nil : item
  }

  func batch(
    of state: SyncState, epoch: Epoch, in transaction: any SyncTransaction, from ready: ReadyChanges
  ) throws -> PushBatch? {
    try batch(state, epoch, transaction, ready)
  }

  private static func nextBatch(
    of state: SyncState, epoch: Epoch, transaction: any SyncTransaction, settings: SyncSettings,
    from ready: ReadyChanges
  ) throws -> PushBatch? {
    var changes: [PushChange] = []
    var (bytes, references) = (0, 0)
    try ready.forEach(in: transaction) { id, item in
      let change = PushChange(of: item, id: id)
      bytes += change.byteCount
      references += change.blobs.count
      let fits = bytes <= settings.batchBytes && references <= Attachment.maximumCount
      guard changes.isEmpty || fits else { return false }
      changes.append(change)
      return changes.count < settings.batchItems
    }
    guard !changes.isEmpty else { return nil }
    return PushBatch(epoch: epoch, device: state.device, number: state.nextBatch, changes: changes)
  }
}

extension PushChange {
  /// Creates the change that makes the version of this device that of the vault.
  init(of item: SyncItem, id: NoteID) {
    self.init(id: id, base: item.revision, payload: item.local.map(NotePayload.encode), blobs: item.local?.blobs ?? [])
  }
}

// MARK: - Receiving

extension SyncRules {
  func request(from state: SyncState, limit: Int) -> ChangesRequest { request(state, limit) }

  private static func nextRequest(from state: SyncState, limit: Int) -> ChangesRequest {
    let after = state.snapshot?.after ?? state.cursor
    // A device without notes needs no deletions. After its first page, it needs those after the head of that page.
    let floor = state.snapshot.map(\.floor) ?? state.floor.map { max($0, after) }
    return ChangesRequest(epoch: state.epoch, after: after, floor: floor, limit: limit)
  }

  /// Returns the brake on a pull or a reply; `nil` when the sync may go on.
  func brake(deletions: Int, of notes: Int) -> DeletionBrake? {
    engagesBrake(deletions, notes) ? DeletionBrake(deletions: deletions, notes: notes) : nil
  }
}

// MARK: - Epochs

extension SyncRules {
  func enterEpoch(
    _ change: EpochChange, from state: SyncState, holdsVersions: Bool, device: DeviceID
  ) -> SyncState {
    enterEpoch(change, state, holdsVersions, device)
  }

  /// A device with versions reads the whole vault before it trusts any of them; a device without versions starts at once.
  private static func entered(
    _ change: EpochChange, from state: SyncState, holdsVersions: Bool, device: DeviceID
  ) -> SyncState {
    var next = state.renamed(device)
    next.epoch = change.epoch
    next.cursor = .none
    next.floor = nil
    next.deletions = 0
    next.snapshot = holdsVersions ? SyncSnapshot() : nil
    // Of several skipped epochs the earliest fork counts, also when one ended during its snapshot.
    next.forkedAt = holdsVersions ? min(state.forkedAt ?? change.forkedAt, change.forkedAt) : nil
    return next
  }
}
