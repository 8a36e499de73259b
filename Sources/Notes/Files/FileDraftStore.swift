import Foundation
import NotesDisk
import NotesDomain
package import WiringMacros

/// Drafts as durable files, which survive a crash and a power failure.
struct FileDraftStore: DraftStore {
  let settings: DraftSettings

  @concurrent
  func create(named name: String, bytes: [UInt8]) async throws(DraftError) -> Draft {
    let stem = settings.directory + "/" + MarkdownFileName.stem(for: name) + "-"
    return try SystemError.translated({ DraftError.unwritable(path: settings.directory, reason: $0.reason) }) {
      try PrivateFiles.makeFolder(settings.directory)
      let (path, descriptor) = try PrivateFiles.makeFile(beginning: stem, ending: ".md")
      do {
        try PrivateFiles.fill(descriptor, with: [bytes], isDurable: true)
        try PrivateFiles.sync(settings.directory)
        return Draft(path: path)
      } catch {
        unlink(path)
        throw error
      }
    }
  }

  func open(_ draft: Draft) -> DraftLease {
    // Beside the draft, since editors replace the file.
    let path = Self.lockPath(of: draft)
    guard let lock = try? FileLock(path: path, isShared: false) else { return DraftLease {} }
    return DraftLease {
      withExtendedLifetime(lock) { _ = unlink(path) }
    }
  }

  private static func lockPath(of draft: Draft) -> String {
    draft.path.folderPath + "/." + AttachmentFolder.name(in: draft.path) + ".lock"
  }

  @concurrent
  func text(of draft: Draft) async throws(DraftError) -> String {
    let file: FileContents
    do {
      file = try FileContents(path: draft.path, limit: .max)
    } catch {
      throw .unreadable(path: draft.path, reason: error.reason)
    }
    guard let text = file.text() else {
      throw .notUTF8(path: draft.path, offset: file.firstInvalidOffset)
    }
    return text
  }

  @concurrent
  func remove(_ draft: Draft) async throws(DraftError) {
    guard unlink(draft.path) == 0 || errno == ENOENT else {
      throw .unwritable(path: draft.path, reason: SystemError.current.reason)
    }
    // A process that was killed leaves it.
    unlink(Self.lockPath(of: draft))
  }

  @concurrent
  func drafts() async throws(DraftError) -> [StoredDraft] {
    guard stat(of: settings.directory) != nil else { return [] }
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: settings.directory)
    } catch {
      throw .unreadable(path: settings.directory, reason: SystemError.current.reason)
    }
    var found: [StoredDraft] = []
    for file in files where file.ends(with: ".md") && !file.begins(with: ".") {
      let path = settings.directory + "/" + file
      guard let status = stat(of: path, followsLinks: false), status.kind == S_IFREG else { continue }
      #if canImport(Darwin)
        let modified = Timestamp(status.st_mtimespec)
      #else
        let modified = Timestamp(status.st_mtim)
      #endif
      let (name, id) = Self.parts(of: file)
      found.append(
        StoredDraft(
          Draft(path: path), id: id, name: name, modified: modified, bytes: Int(status.st_size),
          isOpen: FileLock.isHeld(path: Self.lockPath(of: Draft(path: path)))))
    }
    return found.sorted { ($1.modified, $0.draft.path) < ($0.modified, $1.draft.path) }
  }

  /// Returns the name of a draft in that of its file, and the random letters that `create` appends. A file of another origin may
  /// have none, and is named by its name.
  private static func parts(of file: String) -> (name: String, id: String) {
    let stem = MarkdownFileName.stem(ofPath: file)
    guard let dash = stem.utf8.lastIndex(of: UInt8(ascii: "-")) else { return (stem, stem) }
    return (String(stem[..<dash]), String(stem[stem.utf8.index(after: dash)...]))
  }
}

/// The folder of the drafts.
@Component
package struct DraftSettings: Sendable, Hashable {
  /// The path of the folder. It is created when missing, readable by its owner only.
  package var directory: String

  package init(directory: String) { self.directory = directory }
}
