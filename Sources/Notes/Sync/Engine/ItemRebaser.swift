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

  /// Replaces the note that this device imported from the file of a note that the vault adds, since another device imported it,
  /// too. Returns the step that gives the note what was edited here since; `nil` if there is no such note.
  ///
  /// Both are of one file if the content of the one that arrives is that of the other, now or after its import, or if they have
  /// the same time of creation: to the millisecond, that of the file. In the last case both were perhaps edited, or their files
  /// were, so that they are merged without a base.
  private func takeTwin(of step: Step, in transaction: any SyncTransaction) throws -> Step? {
    guard step.before == nil, let theirs = step.incoming.note else { return nil }
    let own = try transaction.unsentImports(at: theirs.place).filter { $0.note.id != theirs.id }
    // What a batch has is no longer unsent.
    guard !own.isEmpty, try transaction.batch() == nil else { return nil }
    let content = ContentDigest(of: theirs)
    let base: Note?
    let twin: Note
    if let found = own.first(where: { ContentDigest(of: $0.note) == content }) {
      (twin, base) = (found.note, found.note.copied(as: theirs.id).withoutFlags)
    } else if let found = own.first(where: { $0.imported == content }) {
      (twin, base) = (found.note, theirs.withoutFlags)
    } else if theirs.created.millisecondsSince1970 % 1000 != 0,
      let found = own.first(where: { $0.note.created == theirs.created })
    {
      // A time of whole seconds is a date that a person wrote, or that of an archive, which many files have.
      (twin, base) = (found.note, nil)
    } else {
      return nil
    }
    let before = SyncItem(revision: .none, base: base, local: twin.copied(as: theirs.id))
    let outcome = rules.rebase(before, onto: step.incoming, forkedAt: nil, keepsDeleted: false)
    try transaction.redirectImports(at: theirs.place, from: twin.id, to: theirs.id)
    try transaction.save(nil, for: twin.id)
    return Step(item: step.item, incoming: step.incoming, before: before, outcome: outcome, isUnreadable: false)
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

extension Note {
  /// The note as an import makes it: neither pinned nor archived, nor in the trash.
  fileprivate var withoutFlags: Note {
    var note = self
    (note.isPinned, note.isArchived, note.trashed) = (false, false, nil)
    return note
  }
}
