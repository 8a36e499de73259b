import NotesDomain

/// Moves notes of this device onto versions of the vault, in a transaction.
struct Rebasing: Sendable {
  /// What is to be done about one item.
  struct Step {
    let item: VaultItem
    let incoming: IncomingVersion
    let before: SyncItem?
    /// `nil` when the version is known here.
    let rebase: Rebase?
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
      do throws(PayloadProblem) {
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
      rebase = Rebase(SyncItem(revision: item.revision, base: nil, local: before?.local), .none)
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
        try transaction.record(merging: NoteMerging(note: step.item.id, base: step.before?.base, theirs: theirs))
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
