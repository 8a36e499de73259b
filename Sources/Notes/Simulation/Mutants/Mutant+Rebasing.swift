import NotesDomain
import NotesSync
import Wiring

extension Mutant {
  /// What becomes of a note when a version of the vault arrives.
  static let rebasing: [Mutant] = [
    rebase("a deletion here beats an edit elsewhere") { item, incoming, rebase in
      guard let item, item.local == nil, let note = incoming.note else { return rebase }
      return Rebase(SyncItem(revision: incoming.revision, base: note, local: nil), .none)
    },
    rebase("a deletion elsewhere beats an edit here") { item, incoming, rebase in
      incoming.note == nil && item != nil ? Rebase(nil, .deleted) : rebase
    },
    rebase("what comes in overwrites what was edited") { _, incoming, rebase in
      guard rebase != nil else { return nil }
      guard let note = incoming.note else { return Rebase(nil, .deleted) }
      return Rebase(SyncItem(revision: incoming.revision, base: note, local: note), .adopted)
    },
    rebase("a snapshot wipes what it does not have") { _, incoming, rebase in
      incoming.revision == .none ? Rebase(nil, .deleted) : rebase
    },
    rebase("what comes in has no base") { item, incoming, rebase in
      guard item == nil, let note = incoming.note else { return rebase }
      return Rebase(SyncItem(revision: incoming.revision, base: nil, local: note), .adopted)
    },
    rebase("a known version is merged again") { item, incoming, rebase in
      guard rebase == nil, let item, let note = incoming.note else { return rebase }
      return Rebase(SyncItem(revision: incoming.revision, base: item.base, local: note), .adopted)
    },
    rebase("the revision stays behind") { item, _, rebase in
      guard let item, var next = rebase, next.item != nil else { return rebase }
      next.item?.revision = item.revision
      return next
    },
  ]

  private typealias Change = @Sendable (SyncItem?, IncomingVersion, Rebase?) -> Rebase?

  private static func rebase(_ name: String, _ change: @escaping Change) -> Mutant {
    var mutant = Mutant(name, in: "RebaseRule")
    mutant.aroundDevice = { binder in
      binder.decorate((any RebaseRule).self) { (inner: any RebaseRule) -> any RebaseRule in
        OtherRebase(inner: inner, change: change)
      }
    }
    return mutant
  }

  private struct OtherRebase: RebaseRule {
    let inner: any RebaseRule
    let change: Change

    func rebase(_ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?) -> Rebase? {
      change(item, incoming, inner.rebase(item, onto: incoming, forkedAt: forkedAt))
    }
  }
}
