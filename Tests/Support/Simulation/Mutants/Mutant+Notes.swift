import NotesDomain
import NotesSync
import Wiring

extension Mutant {
  /// What becomes of two texts.
  static let merging: [Mutant] = [
    merge("the last writer wins") { _, ours, theirs in ours.modified > theirs.modified ? ours : theirs },
    merge("the vault wins") { _, _, theirs in theirs },
    merge("both texts one after the other") { _, ours, theirs in
      var merged = theirs
      merged.body += ours.body
      return merged
    },
    {
      var mutant = Mutant("no conflict copy", in: "CopyRule")
      mutant.device = { $0.replace((any CopyRule).self, with: NoCopy()) }
      return mutant
    }(),
    {
      var mutant = Mutant("a copy named after its note", in: "CopyRule")
      mutant.device = { $0.replace((any CopyRule).self, with: CopyNamedAfterNote()) }
      return mutant
    }(),
    {
      var mutant = Mutant("a copy named after its text", in: "CopyRule")
      mutant.device = { $0.replace((any CopyRule).self, with: CopyNamedAfterText()) }
      return mutant
    }(),
  ]

  private static func merge(_ name: String, _ merge: @escaping @Sendable (Note?, Note, Note) -> Note?) -> Mutant {
    var mutant = Mutant(name, in: "MergeRule")
    mutant.device = { $0.replace((any MergeRule).self, with: OtherMerge(body: merge)) }
    return mutant
  }

  private struct OtherMerge: MergeRule {
    let body: @Sendable (Note?, Note, Note) -> Note?

    func merge(base: Note?, ours: Note, theirs: Note) -> Note? {
      ours == theirs ? theirs : body(base, ours, theirs)
    }
  }

  private struct NoCopy: CopyRule {
    func copy(of note: Note) -> Note? { nil }
  }

  private struct CopyNamedAfterNote: CopyRule {
    func copy(of note: Note) -> Note? {
      note.copied(as: NoteID(high: note.id.high, low: note.id.low ^ 1))
    }
  }

  private struct CopyNamedAfterText: CopyRule {
    func copy(of note: Note) -> Note? {
      let sum = Trace.sum(NotePayload.encode(note))
      return note.copied(as: NoteID(high: note.id.high, low: sum))
    }
  }
}

extension Mutant {
  /// What becomes of a note when a version of the vault arrives.
  static let rebasing: [Mutant] = [
    rebase("a deletion here beats an edit elsewhere") { item, incoming, rebase in
      guard let item, item.local == nil, let note = incoming.note else { return rebase }
      return RebaseOutcome(SyncItem(revision: incoming.revision, base: note, local: nil), .none)
    },
    rebase("a deletion elsewhere beats an edit here") { item, incoming, rebase in
      incoming.note == nil && item != nil ? RebaseOutcome(nil, .deleted) : rebase
    },
    rebase("what comes in overwrites what was edited") { _, incoming, rebase in
      guard rebase != nil else { return nil }
      guard let note = incoming.note else { return RebaseOutcome(nil, .deleted) }
      return RebaseOutcome(SyncItem(revision: incoming.revision, base: note, local: note), .adopted)
    },
    rebase("a snapshot wipes what it does not have") { _, incoming, rebase in
      incoming.revision == .none ? RebaseOutcome(nil, .deleted) : rebase
    },
    rebase("what comes in has no base") { item, incoming, rebase in
      guard item == nil, let note = incoming.note else { return rebase }
      return RebaseOutcome(SyncItem(revision: incoming.revision, base: nil, local: note), .adopted)
    },
    rebase("a known version is merged again") { item, incoming, rebase in
      guard rebase == nil, let item, let note = incoming.note else { return rebase }
      return RebaseOutcome(SyncItem(revision: incoming.revision, base: item.base, local: note), .adopted)
    },
    rebase("the revision stays behind") { item, _, rebase in
      guard let item, var next = rebase, next.item != nil else { return rebase }
      next.item?.revision = item.revision
      return next
    },
  ]

  private typealias Change = @Sendable (SyncItem?, IncomingVersion, RebaseOutcome?) -> RebaseOutcome?

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

    func rebase(_ item: SyncItem?, onto incoming: IncomingVersion, forkedAt: Revision?) -> RebaseOutcome? {
      change(item, incoming, inner.rebase(item, onto: incoming, forkedAt: forkedAt))
    }
  }
}
