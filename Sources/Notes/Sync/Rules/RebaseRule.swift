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
  func rebase(_ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?) -> Rebase?
}

/// Nothing that somebody wrote is lost: what was not changed here follows the vault, an edit beats a deletion on either side,
/// two edits are merged, and what cannot be merged is kept in a copy.
struct ThreeWayRebaseRule: RebaseRule {
  let merging: any MergeRule

  init(merging: any MergeRule) {
    self.merging = merging
  }

  func rebase(_ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?) -> Rebase? {
    guard let item else {
      guard let note = incoming.note else { return nil }
      return Rebase(SyncItem(revision: incoming.revision, base: note, local: note), .adopted)
    }
    // Within an epoch a revision never changes its meaning.
    if forkedAt == nil, item.revision == incoming.revision, incoming.revision > .none { return nil }
    var base = item.base
    // The version that this text goes back to never became part of the vault's history. A version from before the fork is
    // an ancestor of it all the same; one from after the fork has nothing in common with it that we know of.
    let hasLostBase = forkedAt.map { item.revision > $0 } ?? false
    if let forkedAt, hasLostBase { base = incoming.revision <= forkedAt ? incoming.note : nil }
    let (local, effect) = meeting(item, base: base, hasLostBase: hasLostBase, incoming.note)
    guard incoming.note != nil || local != nil else { return Rebase(nil, effect) }
    return Rebase(SyncItem(revision: incoming.revision, base: incoming.note, local: local), effect)
  }

  private func meeting(_ item: SyncItem, base: Note?, hasLostBase: Bool, _ theirs: Note?) -> (Note?, Rebase.Effect) {
    let ours = item.local
    if ours == theirs { return (ours, .none) }
    if ours == base, !hasLostBase { return (theirs, theirs == nil ? .deleted : .adopted) }
    guard let theirs else { return (ours, .none) }
    guard let ours else { return (theirs, .adopted) }
    guard let merged = merging.merge(base: base, ours: ours, theirs: theirs) else { return (theirs, .displaced(ours)) }
    return (merged, merged == ours ? .none : .merged)
  }
}
