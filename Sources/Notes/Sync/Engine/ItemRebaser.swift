package import NotesDomain

/// Rebases notes of this device onto versions of the vault, within a transaction.
struct ItemRebaser: Sendable {
  /// The planned change for one item.
  struct Step {
    let item: VaultItem
    let incoming: IncomingVersion
    let before: SyncItem?
    /// The revision up to which this device has a common history with the vault, after a change of epoch.
    let forkedAt: Revision?
    /// The outcome of the rule; `nil` when there is nothing to apply.
    let outcome: RebaseOutcome?
    let isUnreadable: Bool

    /// The ancestor of the two texts; `nil` if it never became part of the vault's history.
    var base: Note? {
      guard let before, forkedAt.map({ before.revision > $0 }) != true else { return nil }
      return before.base
    }

    /// Whether the step deletes a note of this device.
    var deletes: Bool { outcome?.effect == .deleted }

    /// Whether it brings a note with files that was not known here.
    var bringsFiles: Bool { before == nil && incoming.note?.attachments.isEmpty == false }
  }

  let rules: SyncRules
  let wallClock: any WallClock

  /// Plans the change for an item, and writes nothing.
  ///
  /// - Parameters:
  ///   - forkedAt: The revision up to which this device has a common history with the vault; `nil` for all of it.
  ///   - trustsNumbers: Whether a version from before the fork is an ancestor of the one that this device knows. In an encrypted
  ///     vault, revisions are only the server's word: there, a text gives way to one that was made of it, and to no other.
  ///   - keepsDeleted: Whether a note that the vault deleted is treated as edited here.
  func step(
    for item: VaultItem, in transaction: any SyncTransaction, forkedAt: Revision?, trustsNumbers: Bool,
    keepsDeleted: Bool
  ) throws -> Step {
    var note: Note?
    if let payload = item.payload {
      note = try? NotePayload.decode(payload, as: item.id)
      if note == nil {
        let incoming = IncomingVersion(id: item.id, revision: item.revision, note: nil)
        return Step(item: item, incoming: incoming, before: nil, forkedAt: forkedAt, outcome: nil, isUnreadable: true)
      }
    }
    let before = try transaction.item(item.id)
    var incoming = IncomingVersion(id: item.id, revision: item.revision, note: note)
    if let forkedAt, let before, before.revision > forkedAt, let note {
      let isNumberEnough = trustsNumbers || before.local == nil
      incoming.isAncestor = try item.revision <= forkedAt && isNumberEnough || transaction.hasHad(note)
    }
    // In place of what was set aside, the server may show any version from before.
    if !trustsNumbers, let before, before.block == .unreadable, before.base == nil, let note {
      incoming.isAncestor = try incoming.isAncestor || transaction.hasHad(note)
    }
    let outcome = rules.rebase(before, onto: incoming, forkedAt: forkedAt, keepsDeleted: keepsDeleted)
    return Step(
      item: item, incoming: incoming, before: before, forkedAt: forkedAt, outcome: outcome, isUnreadable: false)
  }

  /// Writes the change of a step and adds it to what was received.
  func commit(_ step: Step, in transaction: any SyncTransaction, to received: inout ReceivedChanges) throws {
    guard !step.isUnreadable else {
      try transaction.saveUnreadable(step.item)
      // A later version names the one that is set aside, not the one that the vault lost.
      if let forkedAt = step.forkedAt, var item = try transaction.item(step.item.id), item.revision > forkedAt,
        item.local != nil
      {
        (item.revision, item.base) = (step.item.revision, nil)
        try transaction.save(item, for: step.item.id)
      }
      return
    }
    guard let outcome = step.outcome else {
      // An earlier version of a note that is not known here may be set aside, and must not return once it can be read.
      if step.before == nil, step.incoming.note == nil { try transaction.save(nil, for: step.item.id) }
      return
    }
    if step.bringsFiles { try transaction.save(arrivedFiles: .unchecked, of: step.item.id) }
    if let twin = try takeTwin(of: step, in: transaction) {
      if twin.outcome?.effect == RebaseOutcome.Effect.none { received.summary.received += 1 }
      return try commit(twin, in: transaction, to: &received)
    }
    try transaction.save(outcome.item, for: step.item.id)
    switch outcome.effect {
    case .none: return
    case .adopted: break
    case .deleted: received.summary.deleted += 1
    case .merged:
      received.summary.merged += 1
      if let theirs = step.incoming.note {
        try transaction.record(merge: MergeRecord(note: step.item.id, base: step.base, theirs: theirs))
      }
    case .displaced(let ours): try saveCopy(of: ours, after: step, in: transaction, to: &received)
    }
    received.summary.received += 1
    guard let before = step.before?.local, let after = outcome.item?.local else { return }
    let update = NoteUpdate(before: before, after: after)
    if update.changesNames { received.renamed.append(update) }
  }

  private func saveCopy(
    of ours: Note, after step: Step, in transaction: any SyncTransaction, to received: inout ReceivedChanges
  ) throws {
    guard let copy = rules.copy(ours), let theirs = step.incoming.note else { return }
    let conflict = NoteConflict(
      note: step.item.id, copy: copy.id, base: step.base, theirs: theirs, ours: ours, detected: wallClock.now())
    try transaction.save(SyncItem(revision: .none, base: nil, local: copy), for: copy.id)
    try transaction.record(conflict: conflict)
    received.conflicts.append(conflict)
    received.summary.copied += 1
  }

  /// Merges the two texts of a conflict again after links in them were mended: two devices that renamed one note differ in
  /// nothing else in the notes that link to it. Returns whether they could be merged, so that there is no conflict any more.
  func mergeMended(_ conflict: NoteConflict, in transaction: any SyncTransaction) throws -> Bool {
    guard let item = try transaction.item(conflict.note), let theirs = item.local,
      let copy = try transaction.item(conflict.copy), copy.revision == .none, var ours = copy.local,
      // What a batch has is no longer unsent.
      try transaction.batch() == nil
    else { return false }
    ours.title = conflict.titleWithoutCopySuffix(of: ours)
    guard ours.trashed == nil, theirs.trashed == nil, let merged = rules.merge(conflict.base, ours, theirs),
      // A person may have resolved it meanwhile.
      try transaction.forget(conflict: conflict.id)
    else { return false }
    try transaction.save(nil, for: conflict.copy)
    if merged != theirs {
      try transaction.record(merge: MergeRecord(note: conflict.note, base: conflict.base, theirs: theirs))
      try transaction.save(SyncItem(revision: item.revision, base: item.base, local: merged), for: conflict.note)
    }
    return true
  }
}

/// The result of rebasing a note onto a version of the vault.
package struct RebaseOutcome: Sendable {
  /// The effect on the text of the note on this device.
  package enum Effect: Sendable, Hashable {
    /// The text stays.
    case none
    /// The text of the vault replaces it.
    case adopted
    /// The note is deleted.
    case deleted
    /// The merged text replaces it.
    case merged
    /// The text of the vault replaces it, and the previous text is stored in a copy.
    case displaced(Note)
  }

  /// The rebased note; `nil` when sync can forget it.
  package var item: SyncItem?
  /// The effect on the text of the note on this device.
  package var effect: Effect

  /// Creates an outcome.
  package init(_ item: SyncItem?, _ effect: Effect) {
    self.item = item
    self.effect = effect
  }
}

/// A version of a note that was received from the vault.
package struct IncomingVersion: Sendable {
  /// The note's id.
  package let id: NoteID
  /// The version's revision; ``Revision/none`` when the vault holds no version.
  package let revision: Revision
  /// The note; `nil` when it was deleted.
  package let note: Note?
  /// Whether a version that this device knows came after this one although the vault lost it: the vault has it from before a change
  /// of epoch, or got it again since, from a device that knew no later one, or from nowhere.
  package var isAncestor = false

  package init(id: NoteID, revision: Revision, note: Note?) {
    (self.id, self.revision, self.note) = (id, revision, note)
  }
}
