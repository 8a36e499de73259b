package import NotesDomain
import Observation

/// The export of all notes to a folder of Markdown, with the archive and the trash.
///
/// An import of that folder into an empty store restores every note.
@MainActor @Observable
package final class ExportViewModel: ViewModel {
  /// The number of notes that are read at a time.
  static let batchSize = 500

  package private(set) var state = ExportState()

  private let repository: any NoteRepository
  private let folder: any MarkdownFolder
  private let transfer: BlobTransfer

  init(repository: any NoteRepository, folder: any MarkdownFolder, transfer: BlobTransfer) {
    self.repository = repository
    self.folder = folder
    self.transfer = transfer
  }

  /// Exports all notes. Creates the folder if it does not exist.
  ///
  /// - Parameter replacing: Whether the folder may have files, of which those with the same names are replaced.
  package func exportFolder(_ directory: String, replacing: Bool = false) async {
    state = ExportState(phase: .working)
    state.phase = await .after {
      try await prepare(directory, replacing: replacing)
      let statistics = try await repository.statistics()
      state.total = statistics.active + statistics.archived + statistics.trashed
      var paths = ExportPaths()
      var last: NoteID?
      while true {
        let notes = try await repository.page(after: last, limit: Self.batchSize)
        guard let end = notes.last else { break }
        var documents: [MarkdownDocument] = []
        for note in notes {
          let path = paths.path(for: note)
          guard path.utf8.count <= ExportPaths.maximumBytes else {
            state.skipped.append(note.id)
            continue
          }
          let (attachments, missing) = try await writeAttachments(
            of: note, to: paths.paths(forAttachmentsOf: note, at: path), in: directory, replacing: replacing)
          for (attachment, isDamaged) in missing {
            state.missing.append(MissingAttachment(note: path, name: attachment.name, isDamaged: isDamaged))
          }
          documents.append(
            MarkdownDocument(note, path: path, attachments: attachments, missing: missing.map(\.attachment)))
        }
        try await write(documents, in: directory)
        state.finished += documents.count
        last = end.id
      }
    }
  }

  /// Writes the attachments of a note.
  ///
  /// - Returns: The paths of the written ones, and those that were left out since their bytes are missing or damaged.
  private func writeAttachments(
    of note: Note, to files: [String], in directory: String, replacing: Bool
  ) async throws -> (paths: [String], missing: [(attachment: Attachment, isDamaged: Bool)]) {
    var (paths, missing): ([String], [(Attachment, Bool)]) = ([], [])
    for (attachment, file) in zip(note.attachments, files) {
      let location = FileLocation.inside(folder: directory, path: file)
      switch try await transfer.write(attachment, to: location, replacing: replacing) {
      case .written:
        state.attachments += 1
        paths.append(file)
      case .missing: missing.append((attachment, false))
      case .damaged: missing.append((attachment, true))
      }
    }
    return (paths, missing)
  }

  @concurrent
  private nonisolated func prepare(_ directory: String, replacing: Bool) async throws {
    try folder.prepare(directory, replacing: replacing)
  }

  @concurrent
  private nonisolated func write(_ documents: [MarkdownDocument], in directory: String) async throws {
    for document in documents { try folder.write(document, in: directory) }
  }
}

/// The state of an export.
package struct ExportState: ViewState {
  package var phase: Phase = .idle
  /// The number of notes.
  package var total = 0
  /// The number of written notes.
  package var finished = 0
  /// The number of written attachments.
  package var attachments = 0
  /// The notes that were left out, since the paths of their notebooks are too long for a file system.
  package var skipped: [NoteID] = []
  /// The attachments that were left out.
  package var missing: [MissingAttachment] = []
}

/// An attachment that an export left out, since its bytes on this device are missing or damaged.
package struct MissingAttachment: Sendable, Hashable {
  /// The path of the note's file inside the folder.
  package let note: String
  package let name: String
  /// Whether the bytes are damaged, not missing.
  package var isDamaged = false
}

/// The paths of an export, unique for each note and attachment.
struct ExportPaths {
  /// The maximum length of a path inside the folder, in bytes. Systems accept four thousand in all.
  static let maximumBytes = 2000

  /// The used paths in lower case, since some file systems ignore case.
  private var taken: Set<String> = []
  /// The folders of attachments with their parents, in lower case.
  private var folders: Set<String> = []

  /// Returns the path of a note: its notebook and title, with a number if the path is taken.
  mutating func path(for note: Note) -> String {
    // A notebook's names are valid names of folders, and unchanged, so that an import finds the same notebook.
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

  /// Returns the paths of a note's attachments, in order.
  ///
  /// An attachment keeps its name. If its path is taken, or would be that of a file and a folder, it moves to another
  /// folder with a number.
  mutating func paths(forAttachmentsOf note: Note, at path: String) -> [String] {
    note.attachments.map { attachment in
      var number = 1
      while true {
        let path = AttachmentFolder.path(of: attachment.name, in: path, number: number)
        if reserve(path.lowercased()) { return path }
        number += 1
      }
    }
  }

  private mutating func reserve(_ file: String) -> Bool {
    let parents = file.indices.filter { file[$0] == "/" }.map { String(file[..<$0]) }
    guard !taken.contains(file), !folders.contains(file), taken.isDisjoint(with: parents) else { return false }
    taken.insert(file)
    folders.formUnion(parents)
    return true
  }
}

extension MarkdownDocument {
  /// Creates the file of a note, with the paths of its attachments; the missing ones are not in the folder.
  fileprivate init(_ note: Note, path: String, attachments: [String], missing: [Attachment]) {
    self.init(
      path: path, id: note.id, base: ContentDigest(of: note), title: note.title, tags: note.tags,
      isPinned: note.isPinned, isArchived: note.isArchived,
      trashed: note.trashed, created: note.created, modified: note.modified, fileModified: note.modified,
      attachments: attachments.isEmpty ? nil : attachments, missingAttachments: missing,
      foreignFrontMatter: note.foreignFrontMatter, body: note.body, digest: ContentDigest(of: note.body.utf8))
  }
}
