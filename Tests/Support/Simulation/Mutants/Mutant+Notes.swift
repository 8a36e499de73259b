import NotesDomain
import NotesSync

extension Mutant {
  /// Faults in merging and copying.
  static let merging: [Mutant] = [
    merge("the last writer wins") { _, ours, theirs in ours.modified > theirs.modified ? ours : theirs },
    merge("the vault wins") { _, _, theirs in theirs },
    merge("both texts one after the other") { _, ours, theirs in
      var merged = theirs
      merged.body += ours.body
      return merged
    },
    sync("no conflict copy", in: "copy") { $0.copy = { _ in nil } },
    sync("a copy named after its note", in: "copy") {
      $0.copy = { note in note.copied(as: NoteID(high: note.id.high, low: note.id.low ^ 1)) }
    },
    sync("a copy named after its text", in: "copy") {
      $0.copy = { note in
        note.copied(as: NoteID(high: note.id.high, low: Trace.sum(NotePayload.encode(note))))
      }
    },
  ]

  private static func merge(_ name: String, _ merge: @escaping SyncRules.Merge) -> Mutant {
    sync(name, in: "merge") {
      $0.merge = { base, ours, theirs in ours == theirs ? theirs : merge(base, ours, theirs) }
    }
  }
}

extension Mutant {
  /// Faults in rebasing a note onto a version of the vault.
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
    sync(name, in: "rebase") {
      $0.rebase = { [standard = $0.rebase] item, incoming, forkedAt, merge in
        change(item, incoming, standard(item, incoming, forkedAt, merge))
      }
    }
  }
}
