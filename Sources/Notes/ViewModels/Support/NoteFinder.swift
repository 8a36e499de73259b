package import NotesDomain

/// Finds the note that a person means by the beginning of its id.
package struct NoteFinder: Sendable {
  /// How many candidates an ambiguous beginning shows.
  static let maximumCandidates = 5

  private let repository: any NoteRepository

  /// Creates a finder.
  ///
  /// - Parameter repository: Where the notes are.
  package init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// The one id that begins with a text.
  ///
  /// - Parameter text: What a person typed.
  /// - Returns: The id of a note that was there a moment ago.
  /// - Throws: ``Failure/reference(_:)`` or ``Failure/store(_:)``.
  func id(_ text: String) async throws(Failure) -> NoteID {
    guard let prefix = NoteIDPrefix(text) else { throw .reference(.malformed(text)) }
    let candidates: [NoteSummary]
    do throws(StoreError) {
      let ids = try await repository.identifiers(matching: prefix, limit: Self.maximumCandidates)
      if ids.count == 1 { return ids[0] }
      candidates = try await repository.notes(ids).map(\.summary)
    } catch {
      throw .store(error)
    }
    throw .reference(candidates.isEmpty ? .unknown(text) : .ambiguous(text, candidates: candidates))
  }
}
