package import NotesDomain
import Observation

/// Importing a folder of Markdown.
///
/// Files are read and stored in batches, so that memory does not grow with the folder, and each batch is one transaction:
/// an import that is stopped at any moment is finished by running it again. A second run of a finished import changes
/// nothing, since the store remembers each file's fingerprint.
@MainActor @Observable
package final class ImportViewModel {
  /// How many files are stored at a time.
  static let batchSize = 500

  /// What to show.
  package private(set) var state = ImportState()

  private let repository: any NoteRepository
  private let vault: any MarkdownFolder
  private let ids: any NoteIDGenerator
  private let files: BlobTransfer

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes go.
  ///   - vault: Reads the folder.
  ///   - ids: Where the ids of new notes come from.
  ///   - files: The way of the files that belong to notes.
  package init(repository: any NoteRepository, vault: any MarkdownFolder, ids: any NoteIDGenerator, files: BlobTransfer) {
    self.repository = repository
    self.vault = vault
    self.ids = ids
    self.files = files
  }

  /// Imports all Markdown files of a folder. A file that cannot be read is reported, and the others are imported.
  ///
  /// - Parameter directory: The folder.
  package func importFolder(_ directory: String) async {
    state = ImportState(phase: .working)
    do throws(Failure) {
      let (root, entries) = try await listing(directory)
      state.total = entries.count
      let batches = stride(from: 0, to: entries.count, by: Self.batchSize).map {
        Array(entries[$0..<min($0 + Self.batchSize, entries.count)])
      }
      // While one batch is stored, the next one is read.
      var claimed: Set<NoteID> = []
      var next = batches.first.map { read($0, in: directory) }
      for index in batches.indices {
        let documents = await next?.value ?? []
        next = index + 1 < batches.count ? read(batches[index + 1], in: directory) : nil
        try await store(documents, of: directory, from: root, &claimed)
        state.finished += documents.count
      }
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  private typealias Reading = Result<MarkdownDocument, MarkdownFileError>

  @concurrent
  private nonisolated func listing(_ directory: String) async throws(Failure) -> (String, [MarkdownFileEntry]) {
    do throws(MarkdownFolderError) {
      return (try vault.canonicalPath(of: directory), try vault.entries(in: directory))
    } catch {
      throw .vault(error)
    }
  }

  private func read(_ entries: [MarkdownFileEntry], in directory: String) -> Task<[Reading], Never> {
    Task.detached { [vault] in
      entries.map { entry in
        Result { () throws(MarkdownFileError) in try vault.read(entry, in: directory) }
      }
    }
  }

  private func store(
    _ readings: [Reading], of directory: String, from root: String, _ claimed: inout Set<NoteID>
  ) async throws(Failure) {
    var documents: [MarkdownDocument] = []
    for reading in readings {
      switch reading {
      case .success(let document): documents.append(document)
      case .failure(let problem): state.problems.append(problem)
      }
    }
    let (batch, copies) = try await write(documents, of: directory, from: root, claimed)
    state.problems += batch.problems
    claimed = batch.claimed
    state.added += batch.added
    state.updated += batch.updated - copies
    state.keptBoth += batch.keptBoth + copies
    state.unchanged += batch.unchanged
  }

  /// Compares and stores some files, away from the main actor: it takes a tenth of a second.
  ///
  /// - Returns: What was done, and for how many notes the text joined one that had changed meanwhile.
  @concurrent
  private nonisolated func write(
    _ documents: [MarkdownDocument], of directory: String, from root: String, _ claimed: Set<NoteID>
  ) async throws(Failure) -> (ImportBatch, copies: Int) {
    do throws(StoreError) {
      let batch = try await ImportBatch(
        documents, from: root, repository: repository, ids: ids,
        attachments: ImportedAttachments(files: files, directory: directory), claimed: claimed)
      let refused = Set(try await repository.store(batch.items))
      // A note that changed between our look and our write is left alone by the store; the file's text joins it.
      let copies = batch.items.filter { refused.contains($0.note.id) }
        .map { $0.copied(id: ids.next(created: $0.note.created)) }
      if !copies.isEmpty { _ = try await repository.store(copies) }
      return (batch, copies.count)
    } catch {
      throw .store(error)
    }
  }
}

extension ImportItem {
  /// The same text as a new note.
  fileprivate func copied(id: NoteID) -> ImportItem {
    ImportItem(
      note: note.copied(as: id),
      record: ImportRecord(
        directory: record.directory, path: record.path, digest: record.digest, note: id, noteModified: note.modified))
  }
}

/// How far an import is, and what came of it.
package struct ImportState: Sendable, Hashable {
  /// How far the import is.
  package var phase: Phase = .idle
  /// How many files there are.
  package var total = 0
  /// How many of them were looked at.
  package var finished = 0
  /// Notes that are new.
  package var added = 0
  /// Notes that changed since their file did.
  package var updated = 0
  /// Files that brought nothing new.
  package var unchanged = 0
  /// Files that changed while their note did too: both texts are kept, in two notes.
  package var keptBoth = 0
  /// Files that could not be imported, in the order of their paths.
  package var problems: [MarkdownFileError] = []
}
