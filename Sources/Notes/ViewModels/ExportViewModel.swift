package import NotesDomain
import Observation

/// Exporting every note into a folder of Markdown, the archive and the trash included.
///
/// Importing that folder into an empty store brings every note back as it was.
@MainActor @Observable
package final class ExportViewModel {
  /// How many notes are read at a time.
  static let batchSize = 500

  /// What to show.
  package private(set) var state = ExportState()

  private let repository: any NoteRepository
  private let vault: any MarkdownFolder
  private let files: BlobTransfer

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes are.
  ///   - vault: Writes the folder.
  ///   - files: The way of the files that belong to notes.
  package init(repository: any NoteRepository, vault: any MarkdownFolder, files: BlobTransfer) {
    self.repository = repository
    self.vault = vault
    self.files = files
  }

  /// Writes every note into a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder; it is created when missing.
  ///   - replacing: Whether it may hold files already, which are then replaced where the names are the same.
  package func exportFolder(_ directory: String, replacing: Bool = false) async {
    state = ExportState(phase: .working)
    do throws(Failure) {
      try await written { vault throws(MarkdownFolderError) in try vault.prepare(directory, replacing: replacing) }
      let statistics = try await Failure.ofStore { () async throws(StoreError) in try await repository.statistics() }
      state.total = statistics.active + statistics.archived + statistics.trashed
      var names = ExportPaths()
      var last: NoteID?
      while true {
        let notes = try await Failure.ofStore { [last] () async throws(StoreError) in
          try await repository.page(after: last, limit: Self.batchSize)
        }
        guard let end = notes.last else { break }
        var documents: [MarkdownDocument] = []
        for note in notes {
          let path = names.path(for: note)
          let (attachments, missing) = try await writeAttachments(
            of: note, to: names.paths(forAttachmentsOf: note, at: path), in: directory, replacing: replacing)
          for (attachment, isDamaged) in missing {
            state.missing.append(MissingAttachment(note: path, name: attachment.name, isDamaged: isDamaged))
          }
          documents.append(
            MarkdownDocument(note, path: path, attachments: attachments, missing: missing.map(\.attachment)))
        }
        let batch = documents
        try await written { vault throws(MarkdownFolderError) in
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
      let place = FileLocation.inside(folder: directory, path: file)
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
  private nonisolated func written(_ write: @Sendable (any MarkdownFolder) throws(MarkdownFolderError) -> Void) async throws(Failure) {
    do {
      try write(vault)
    } catch {
      throw .vault(error)
    }
  }

}

/// How far an export is.
package struct ExportState: Sendable, Hashable {
  /// How far the export is.
  package var phase: Phase = .idle
  /// How many notes there are.
  package var total = 0
  /// How many of them were written.
  package var finished = 0
  /// How many attachments were written.
  package var attachments = 0
  /// The attachments whose bytes are not on this device, and that were left out.
  package var missing: [MissingAttachment] = []
}

/// An attachment that an export left out, since its bytes are not on this device, or not as they were.
package struct MissingAttachment: Sendable, Hashable {
  /// The path of the note's file inside the folder.
  package let note: String
  /// The attachment's name.
  package let name: String
  /// Whether its bytes are on this device, and are not what they were.
  package let isDamaged: Bool

  /// Creates a record of what was left out.
  ///
  /// - Parameters:
  ///   - note: The path of the note's file inside the folder.
  ///   - name: The attachment's name.
  ///   - isDamaged: Whether its bytes are on this device, and are not what they were.
  package init(note: String, name: String, isDamaged: Bool = false) {
    self.note = note
    self.name = name
    self.isDamaged = isDamaged
  }
}

/// Gives each note of an export a path of its own, and each of its attachments.
struct ExportPaths {
  /// Paths in lower case, since some file systems do not tell case apart.
  private var taken: Set<String> = []
  /// The folders that attachments lie in, and those around them.
  private var folders: Set<String> = []

  /// The note's notebook and title; a number is added to a path that is taken.
  mutating func path(for note: Note) -> String {
    // A notebook's names are names of folders as they are, so that an import finds the same notebook.
    let folder = note.notebook.path
    let stem = MarkdownFileName.stem(for: note.title)
    let base = folder.isEmpty ? stem : "\(folder)/\(stem)"
    var path = "\(base).md"
    var number = 2
    while !taken.insert(path.lowercased()).inserted {
      path = "\(base) \(number).md"
      number += 1
    }
    return path
  }

  /// Where the attachments of a note lie, in their order. An attachment keeps its name: where its path is taken, or would be
  /// that of a file and of a folder, it goes into another folder for attachments, with a number.
  mutating func paths(forAttachmentsOf note: Note, at path: String) -> [String] {
    note.attachments.map { attachment in
      var number = 1
      while true {
        let path = AttachmentFolder.path(of: attachment.name, in: path, number: number)
        if admit(path.lowercased()) { return path }
        number += 1
      }
    }
  }

  private mutating func admit(_ file: String) -> Bool {
    let around = Self.folders(around: file)
    guard !taken.contains(file), !folders.contains(file), taken.isDisjoint(with: around) else { return false }
    taken.insert(file)
    folders.formUnion(around)
    return true
  }

  /// The folders on the way to a file.
  private static func folders(around path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }
}

extension MarkdownDocument {
  /// The file of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - path: The file's path inside the folder.
  ///   - attachments: The paths of its files inside the folder.
  ///   - missing: Its files that are not there.
  init(_ note: Note, path: String, attachments: [String], missing: [Attachment]) {
    self.init(
      path: path, id: note.id, title: note.title, tags: note.tags, isPinned: note.isPinned, isArchived: note.isArchived,
      trashed: note.trashed, created: note.created, modified: note.modified, fileModified: note.modified,
      attachments: attachments.isEmpty ? nil : attachments, missingAttachments: missing,
      foreignFrontMatter: note.foreignFrontMatter, body: note.body, digest: ContentDigest(of: note.body.utf8))
  }
}
