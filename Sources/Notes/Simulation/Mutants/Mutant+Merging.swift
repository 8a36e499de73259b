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
