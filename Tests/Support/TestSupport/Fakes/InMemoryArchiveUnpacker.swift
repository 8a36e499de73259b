import NotesDomain
package import NotesTransfer
import Synchronization

/// Archives in memory, unpacked into folders of the fakes of other ports.
///
/// ```swift
/// let archives = InMemoryArchiveUnpacker(folder: markdownFolder, files: files)
/// archives.add([MarkdownDocument(path: "Kitchen/Bread.md", …)], at: "/exports/Kitchen.jex")
/// ```
package final class InMemoryArchiveUnpacker: ArchiveUnpacker {
  private struct Archive {
    let documents: [MarkdownDocument]
    let attachments: [String: [UInt8]]
    let problems: [ArchiveProblem]
  }

  private struct State {
    var archives: [String: Archive] = [:]
    var failure: ArchiveError?
    /// The number of folders that were made.
    var folders = 0
    /// The attachments in folders that were not removed.
    var unpacked: [String: [String]] = [:]
  }

  private let folder: InMemoryMarkdownFolder
  private let files: InMemoryFiles
  private let state = Mutex(State())

  /// Creates archives whose notes appear in a folder, and whose attachments appear among files.
  package init(folder: InMemoryMarkdownFolder, files: InMemoryFiles) {
    (self.folder, self.files) = (folder, files)
  }

  /// The error of every call that can throw; `nil` for none.
  package var failure: ArchiveError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The folders that were unpacked and not removed, in ascending order.
  package var directories: [String] { state.withLock { $0.unpacked.keys.sorted() } }

  /// Adds an archive, or replaces it.
  ///
  /// - Parameter attachments: The contents of attachments by their paths inside the folder.
  package func add(
    _ documents: [MarkdownDocument], attachments: [String: [UInt8]] = [:], problems: [ArchiveProblem] = [],
    at path: String
  ) {
    let archive = Archive(documents: documents, attachments: attachments, problems: problems)
    state.withLock { $0.archives[Self.canonical(path)] = archive }
  }

  package func unpack(_ path: String) throws(ArchiveError) -> UnpackedArchive {
    guard ArchiveFormat(path: path) != nil else { throw .unknownFormat(path: path) }
    let root = Self.canonical(path)
    let (archive, directory) = try state.withLock { state throws(ArchiveError) in
      if let failure = state.failure { throw failure }
      guard let archive = state.archives[root] else { throw .missing(path: path) }
      state.folders += 1
      let directory = "/unpacked/\(state.folders)"
      state.unpacked[directory] = archive.attachments.keys.map { directory + "/" + $0 }
      return (archive, directory)
    }
    folder.addFolder(directory)
    for document in archive.documents { folder.add(document, in: directory) }
    for (file, content) in archive.attachments { files.contents[directory + "/" + file] = content }
    return UnpackedArchive(directory: directory, root: root, problems: archive.problems)
  }

  package func remove(_ archive: UnpackedArchive) {
    guard let attachments = state.withLock({ $0.unpacked.removeValue(forKey: archive.directory) }) else { return }
    folder.addFolder(archive.directory)
    for path in attachments { files.contents[path] = nil }
  }

  private static func canonical(_ path: String) -> String {
    "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
