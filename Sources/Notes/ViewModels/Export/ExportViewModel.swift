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
  private let files: BlobFiles

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes are.
  ///   - vault: Writes the folder.
  ///   - files: The way of the files that belong to notes.
  public init(repository: any NoteRepository, vault: any Vault, files: BlobFiles) {
    self.repository = repository
    self.vault = vault
    self.files = files
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
        var documents: [VaultDocument] = []
        for note in notes {
          let path = names.path(for: note)
          let (attachments, missing) = try await writeAttachments(
            of: note, to: names.paths(forAttachmentsOf: note, at: path), in: directory, replacing: replacing)
          for (attachment, isDamaged) in missing {
            state.missing.append(MissingAttachment(note: path, name: attachment.name, isDamaged: isDamaged))
          }
          documents.append(
            VaultDocument(note, path: path, attachments: attachments, missing: missing.map(\.attachment)))
        }
        let batch = documents
        try await written { vault throws(VaultError) in
          for document in batch { try vault.write(document, in: directory) }
        }
        state.finished += notes.count
        last = end.id
      }
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  /// Writes the files of a note beside it.
  ///
  /// - Returns: The paths of those that are on this device, and the others: those that are not, and those whose bytes are not
  ///   what they were.
  private func writeAttachments(
    of note: Note, to places: [String], in directory: String, replacing: Bool
  ) async throws(Failure) -> (paths: [String], missing: [(attachment: Attachment, isDamaged: Bool)]) {
    var (paths, missing): ([String], [(Attachment, Bool)]) = ([], [])
    for (attachment, file) in zip(note.attachments, places) {
      let place = FilePlace.inside(folder: directory, path: file)
      switch try await files.write(attachment, to: place, replacing: replacing) {
      case .written:
        state.attachments += 1
        paths.append(file)
      case .missing: missing.append((attachment, false))
      case .damaged: missing.append((attachment, true))
      }
    }
    return (paths, missing)
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
