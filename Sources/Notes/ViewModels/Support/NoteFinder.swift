import NotesDomain

/// Finds notes by a prefix of their ids.
struct NoteFinder: Sendable {
  /// The maximum number of candidates in the error for an ambiguous prefix.
  static let maximumCandidates = 5

  let repository: any NoteRepository

  /// Returns the only id with a prefix.
  ///
  /// - Throws: ``ReferenceError``, ``StoreError``.
  func id(_ text: String) async throws -> NoteID {
    guard let prefix = NoteIDPrefix(text) else { throw ReferenceError.malformed(text) }
    let ids = try await repository.identifiers(matching: prefix, limit: Self.maximumCandidates)
    if ids.count == 1 { return ids[0] }
    let candidates = try await repository.notes(ids).map(\.summary)
    throw candidates.isEmpty ? ReferenceError.unknown(text) : .ambiguous(text, candidates: candidates)
  }

  /// Returns the only note with a prefix.
  ///
  /// - Throws: ``ReferenceError``, ``StoreError``.
  func note(_ text: String) async throws -> Note {
    guard let note = try await repository.note(try await id(text)) else { throw ReferenceError.unknown(text) }
    return note
  }
}

extension NoteRepository {
  /// Returns the shortest unique prefix of a note's id; the whole id if there is no such note.
  func shortID(of id: NoteID) async throws -> String {
    try await abbreviations(of: [id])[id] ?? id.description
  }
}
