package import NotesDomain

/// Moves notes of this device onto versions of the vault, in a transaction.
struct ItemRebaser: Sendable {
  /// What is to be done about one item.
  struct Step {
    let item: VaultItem
    let incoming: IncomingVersion
    let before: SyncItem?
    /// `nil` when the version is known here.
    let rebase: RebaseOutcome?
    let isUnreadable: Bool

    /// Whether a note would be deleted here.
    var deletes: Bool { rebase?.effect == .deleted }
  }

  let rule: any RebaseRule
  let copies: any CopyRule
  let clock: any WallClock

  init(rule: any RebaseRule, copies: any CopyRule, clock: any WallClock) {
    self.rule = rule
    self.copies = copies
    self.clock = clock
  }

  /// What is to be done about an item.
  func step(
    _ item: VaultItem, _ transaction: any SyncTransaction, forkedAt: Revision?, keepsDeleted: Bool
  ) throws(StoreError) -> Step {
    var note: Note?
    if let payload = item.payload {
      do throws(PayloadDecodingError) {
        note = try NotePayload.decode(payload, as: item.id)
      } catch {
        let incoming = IncomingVersion(id: item.id, revision: item.revision, note: nil)
        return Step(item: item, incoming: incoming, before: nil, rebase: nil, isUnreadable: true)
      }
    }
    let incoming = IncomingVersion(id: item.id, revision: item.revision, note: note)
    let before = try transaction.item(item.id)
    var rebase = rule.rebase(before, onto: incoming, forkedAt: forkedAt)
    if keepsDeleted, rebase?.effect == .deleted {
      // As if it had been edited here: an edit beats a deletion.
      rebase = RebaseOutcome(SyncItem(revision: item.revision, base: nil, local: before?.local), .none)
    }
    return Step(item: item, incoming: incoming, before: before, rebase: rebase, isUnreadable: false)
  }

  /// Does it.
  func commit(_ step: Step, _ transaction: any SyncTransaction, _ summary: inout SyncSummary) throws(StoreError) {
    guard !step.isUnreadable else {
      try transaction.setAside(step.item)
      return
    }
    guard let rebase = step.rebase else { return }
    try transaction.save(rebase.item, for: step.item.id)
    switch rebase.effect {
    case .none: return
    case .adopted: break
    case .deleted: summary.deleted += 1
    case .merged:
      summary.merged += 1
      if let theirs = step.incoming.note {
        try transaction.record(merging: MergeRecord(note: step.item.id, base: step.before?.base, theirs: theirs))
      }
    case .displaced(let ours): try keep(ours, step, transaction, &summary)
    }
    summary.received += 1
  }

  private func keep(
    _ ours: Note, _ step: Step, _ transaction: any SyncTransaction, _ summary: inout SyncSummary
  ) throws(StoreError) {
    guard let copy = copies.copy(of: ours), let theirs = step.incoming.note else { return }
    try transaction.save(SyncItem(revision: .none, base: nil, local: copy), for: copy.id)
    try transaction.record(
      conflict: NoteConflict(
        note: step.item.id, copy: copy.id, base: step.before?.base, theirs: theirs, ours: ours, met: clock.now()))
    summary.copied += 1
  }
}

/// What becomes of a note of this device when a version of the vault arrives.
package struct RebaseOutcome: Sendable {
  /// What happens to the note's text here.
  package enum Effect: Sendable, Hashable {
    /// Nothing.
    case none
    /// It is the vault's from now on.
    case adopted
    /// It is deleted.
    case deleted
    /// It is what the merge of both texts gave.
    case merged
    /// It is the vault's, and what stood here goes into a copy.
    case displaced(Note)
  }

  /// The note as it is from now on; `nil` when there is nothing to know about it any more.
  package var item: SyncItem?
  /// What happens to the note's text here.
  package var effect: Effect

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - item: The note as it is from now on.
  ///   - effect: What happens to the note's text here.
  package init(_ item: SyncItem?, _ effect: Effect) {
    self.item = item
    self.effect = effect
  }
}

/// A version of a note that came from the vault.
package struct IncomingVersion: Sendable {
  /// The note's id.
  package let id: NoteID
  /// The version's revision; ``Revision/none`` when the vault holds no version at all.
  package let revision: Revision
  /// The note; `nil` when it was deleted.
  package let note: Note?

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - revision: The version's revision.
  ///   - note: The note; `nil` when it was deleted.
  package init(id: NoteID, revision: Revision, note: Note?) {
    self.id = id
    self.revision = revision
    self.note = note
  }
}
