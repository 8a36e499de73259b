package import NotesDomain

/// Finds conflicts by a prefix of an id.
struct ConflictFinder: Sendable {
  let store: any ConflictStore
  let repository: any NoteRepository

  /// Returns the only conflict whose copy, or otherwise whose note, has an id with a prefix.
  ///
  /// - Throws: ``ConflictFailure``, ``StoreError``.
  func conflict(_ text: String) async throws -> OpenConflict {
    guard let prefix = NoteIDPrefix(text) else { throw ConflictFailure.unknown(text) }
    let conflicts = try await store.conflicts()
    // Copies first: a copy may be the note of another conflict, and could otherwise not be named unambiguously.
    let named = conflicts.filter { prefix.range.contains($0.copy) }
    let candidates = named.isEmpty ? conflicts.filter { prefix.range.contains($0.note) } : named
    guard let conflict = candidates.first else { throw ConflictFailure.unknown(text) }
    guard candidates.count == 1 else { throw ConflictFailure.ambiguous(text, candidates: candidates) }
    return try await open(conflict)
  }

  private func open(_ conflict: NoteConflict) async throws -> OpenConflict {
    let ids = [conflict.note, conflict.copy]
    let notes = try await repository.notes(ids)
    let short = try await repository.abbreviations(of: ids)
    return OpenConflict(
      conflict: conflict, note: notes.first { $0.id == conflict.note }, copy: notes.first { $0.id == conflict.copy },
      noteShortID: short[conflict.note] ?? conflict.note.description,
      copyShortID: short[conflict.copy] ?? conflict.copy.description)
  }
}

/// A conflict with the current versions of both notes.
package struct OpenConflict: Sendable, Hashable {
  /// The conflict, with the versions of both notes when it arose.
  package let conflict: NoteConflict
  /// The note with the vault's text; `nil` if it is gone.
  package let note: Note?
  /// The copy with this device's text; `nil` if it is gone.
  package let copy: Note?
  /// The shortest unique prefix of the note's id.
  package let noteShortID: String
  /// The shortest unique prefix of the copy's id, which also identifies the conflict.
  package let copyShortID: String

  /// The vault's side: the note, or its version in the conflict if it is gone.
  package var theirs: Note { note ?? conflict.theirs }

  /// This device's side: the copy, or its version in the conflict if it is gone.
  package var ours: Note { copy ?? conflict.ours }

  /// The digest of both sides, which changes with each of them.
  package var digest: ContentDigest { Self.digest(of: ConflictSides(note: note, copy: copy), in: conflict) }

  static func digest(of sides: ConflictSides, in conflict: NoteConflict) -> ContentDigest {
    let digests = [sides.note ?? conflict.theirs, sides.copy ?? conflict.ours].map(ContentDigest.init(of:))
    return ContentDigest(of: digests.map(\.value.hexadecimal).joined().utf8)
  }

  /// The text with which editing begins: every line of both sides that the other one did not remove.
  package var proposal: String {
    UnionMerge.merged(base: conflict.base?.body, theirs: theirs.body, ours: ours.body)
  }
}

/// The reason why a text does not identify one conflict.
package enum ConflictFailure: Error, Sendable, Hashable {
  /// No conflict has this id.
  case unknown(String)
  /// Several conflicts have ids with this prefix.
  case ambiguous(String, candidates: [NoteConflict])
}
