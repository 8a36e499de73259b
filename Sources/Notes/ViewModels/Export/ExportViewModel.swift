public import NotesDomain
public import Observation

/// Exporting every note into a folder of Markdown, the archive and the trash included.
///
/// Importing that folder into an empty store brings every note back as it was.
@MainActor @Observable
public final class ExportViewModel {
  /// How many notes are read at a time.
  static let batchSize = 500

  /// What to show.
  public private(set) var state = ExportState()

  private let repository: any NoteRepository
  private let vault: any Vault

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes are.
  ///   - vault: Writes the folder.
  public init(repository: any NoteRepository, vault: any Vault) {
    self.repository = repository
    self.vault = vault
  }

  /// Writes every note into a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder; it is created when missing.
  ///   - replacing: Whether it may hold files already, which are then replaced where the names are the same.
  public func exportFolder(_ directory: String, replacing: Bool = false) async {
    state = ExportState(phase: .working)
    do throws(Failure) {
      try await written { vault throws(VaultError) in try vault.prepare(directory, replacing: replacing) }
      let statistics = try await Failure.ofStore { () async throws(StoreError) in try await repository.statistics() }
      state.total = statistics.active + statistics.archived + statistics.trashed
      var names = VaultNames()
      var last: NoteID?
      while true {
        let notes = try await Failure.ofStore { [last] () async throws(StoreError) in
          try await repository.page(after: last, limit: Self.batchSize)
        }
        guard let end = notes.last else { break }
        let documents = notes.map { VaultDocument($0, path: names.path(for: $0)) }
        try await written { vault throws(VaultError) in
          for document in documents { try vault.write(document, in: directory) }
        }
        state.finished += notes.count
        last = end.id
      }
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  /// Writes off the main actor.
  @concurrent
  private nonisolated func written(_ write: @Sendable (any Vault) throws(VaultError) -> Void) async throws(Failure) {
    do {
      try write(vault)
    } catch {
      throw .vault(error)
    }
  }

}
