import NotesDomain

/// Finds notes, including those that are gone.
struct VersionFinder: Sendable {
  let finder: NoteFinder
  let history: any NoteHistory

  /// Returns the only id with a prefix. A note that is gone is found by its whole id.
  ///
  /// - Throws: ``ReferenceError``, ``StoreError``.
  func id(_ text: String) async throws -> NoteID {
    do {
      return try await finder.id(text)
    } catch ReferenceError.unknown(let reference) {
      if let id = NoteID(text), try await !history.versions(of: id, limit: 1).isEmpty { return id }
      throw ReferenceError.unknown(reference)
    }
  }
}
