package import NotesDomain

/// Finds notes, and what they were, by what a person types; notes too that are there no longer.
package struct VersionFinder: Sendable {
  private let finder: NoteFinder
  private let history: any NoteHistory

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - finder: Finds notes that are there.
  ///   - history: What they were.
  package init(finder: NoteFinder, history: any NoteHistory) {
    (self.finder, self.history) = (finder, history)
  }

  /// The one id that begins with a text. A note that is gone is found by its whole id.
  ///
  /// - Parameter text: What a person typed.
  /// - Throws: ``Failure/reference(_:)`` or ``Failure/store(_:)``.
  func id(_ text: String) async throws(Failure) -> NoteID {
    do {
      return try await finder.id(text)
    } catch {
      guard case .reference(.unknown) = error, let id = NoteID(text) else { throw error }
      guard try await !versions(of: id, limit: 1).isEmpty else { throw error }
      return id
    }
  }

  /// The versions of a note, newest first.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - limit: The most versions to return.
  func versions(of id: NoteID, limit: Int) async throws(Failure) -> [NoteVersion] {
    try await Failure.ofStore { () async throws(StoreError) in try await history.versions(of: id, limit: limit) }
  }

  /// The versions of a note, newest first, as far back as the one before that of a number.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - number: The number of a set of changes; `nil` for the newest.
  func versions(of id: NoteID, backBefore number: Int?) async throws(Failure) -> [NoteVersion] {
    // Most of what people ask for is new. Each version is a whole note, so few are read at first.
    var limit = 8
    while true {
      let versions = try await versions(of: id, limit: limit)
      let isEnough = versions.last.map { $0.changeSet < number ?? $0.changeSet + 1 } ?? true
      if isEnough && versions.count > 1 || versions.count < limit { return versions }
      limit *= 8
    }
  }
}
