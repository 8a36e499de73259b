package import NotesDomain

/// Rebases notes of this device onto versions of the vault, within a transaction.
struct ItemRebaser: Sendable {
  /// The planned change for one item.
  struct Step {
    let item: VaultItem
    let incoming: IncomingVersion
    let before: SyncItem?
    /// The outcome of the rule; `nil` when there is nothing to apply.
    let outcome: RebaseOutcome?
    let isUnreadable: Bool

    /// Whether the step deletes a note of this device.
    var deletes: Bool { outcome?.effect == .deleted }

    /// The received note if it was not known here.
    var arrival: Note? { before == nil ? incoming.note : nil }
  }

  let rules: SyncRules
  let wallClock: any WallClock

  /// Plans the change for an item, and writes nothing.
  ///
  /// - Parameter keepsDeleted: Whether a note that the vault deleted is treated as edited here.
  func step(
    for item: VaultItem, in transaction: any SyncTransaction, forkedAt: Revision?, keepsDeleted: Bool
  ) throws -> Step {
    var note: Note?
    if let payload = item.payload {
      note = try? NotePayload.decode(payload, as: item.id)
      if note == nil {
        let incoming = IncomingVersion(id: item.id, revision: item.revision, note: nil)
        return Step(item: item, incoming: incoming, before: nil, outcome: nil, isUnreadable: true)
      }
    }
    let incoming = IncomingVersion(id: item.id, revision: item.revision, note: note)
    let before = try transaction.item(item.id)
    let outcome = rules.rebase(before, onto: incoming, forkedAt: forkedAt, keepsDeleted: keepsDeleted)
    return Step(item: item, incoming: incoming, before: before, outcome: outcome, isUnreadable: false)
  }

  /// Writes the change of a step and counts it.
  ///
  /// - Returns: The change of a note whose names changed, so that links to it may lead nowhere; `nil` for any other.
  @discardableResult
  func commit(
    _ step: Step, in transaction: any SyncTransaction, summary: inout SyncSummary
  ) throws -> NoteUpdate? {
    guard !step.isUnreadable else {
      try transaction.saveUnreadable(step.item)
      return nil
    }
    guard let outcome = step.outcome else {
      // An earlier version of a note that is not known here may be set aside, and must not return once it can be read.
      if step.before == nil, step.incoming.note == nil { try transaction.save(nil, for: step.item.id) }
      return nil
    }
    if let twin = try takeTwin(of: step, in: transaction) {
      if twin.outcome?.effect == RebaseOutcome.Effect.none { summary.received += 1 }
      return try commit(twin, in: transaction, summary: &summary)
    }
    try transaction.save(outcome.item, for: step.item.id)
    switch outcome.effect {
    case .none: return nil
    case .adopted: break
    case .deleted: summary.deleted += 1
    case .merged:
      summary.merged += 1
      if let theirs = step.incoming.note {
        try transaction.record(merge: MergeRecord(note: step.item.id, base: step.before?.base, theirs: theirs))
      }
    case .displaced(let ours): try saveCopy(of: ours, after: step, in: transaction, summary: &summary)
    }
    summary.received += 1
    guard let before = step.before?.local, let after = outcome.item?.local else { return nil }
    let update = NoteUpdate(before: before, after: after)
    return update.changesNames ? update : nil
  }

  private func saveCopy(
    of ours: Note, after step: Step, in transaction: any SyncTransaction, summary: inout SyncSummary
  ) throws {
    guard let copy = rules.copy(ours), let theirs = step.incoming.note else { return }
    try transaction.save(SyncItem(revision: .none, base: nil, local: copy), for: copy.id)
    try transaction.record(
      conflict: NoteConflict(
        note: step.item.id, copy: copy.id, base: step.before?.base, theirs: theirs, ours: ours,
        detected: wallClock.now()))
    summary.copied += 1
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
}
