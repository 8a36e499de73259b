public import NotesDomain
public import Observation

/// A list of notes.
@MainActor @Observable
public final class NoteListViewModel {
  /// What to show.
  public private(set) var state = NoteListState()

  private let repository: any NoteRepository

  /// Creates a view-model.
  ///
  /// - Parameter repository: Where the notes are.
  public init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Loads the notes that a query selects.
  ///
  /// - Parameters:
  ///   - query: Which notes, in which order.
  ///   - abbreviates: Whether the rows need short ids, which cost two look-ups each.
  public func load(_ query: NoteQuery, abbreviates: Bool = true) async {
    state.phase = .working
    do throws(StoreError) {
      let notes = try await repository.list(query)
      let short = abbreviates ? try await repository.abbreviations(of: notes.map(\.id)) : [:]
      state.rows = notes.map { NoteRow(note: $0, shortID: short[$0.id] ?? $0.id.description) }
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }
}
