import Foundation
import NotesDomain

/// A folder that is searched for Markdown files.
///
/// With `readdir`, which reports the types of entries without a call for each; `FileManager`'s enumerator allocates several
/// objects for each file.
struct VaultFolder {
  let path: String

  /// Finds the Markdown files at any depth, ordered by path.
  func entries() throws(MarkdownFolderError) -> [MarkdownFileEntry] {
    var found: [MarkdownFileEntry] = []
    var folders = [""]
    while let folder = folders.popLast() {
      do throws(MarkdownFolderError) {
        try visit(folder, found: &found, pending: &folders)
      } catch {
        // An unreadable subfolder is reported as a file: reading it fails with the reason, and the other files are read.
        guard !folder.isEmpty else { throw error }
        found.append(MarkdownFileEntry(path: folder, bytes: 0))
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns whether the folder contains nothing except hidden files.
  func isEmpty() throws(MarkdownFolderError) -> Bool {
    let stream = try open("")
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      if !Self.name(of: entry).hasPrefix(".") { return false }
    }
    return true
  }

  /// Collects the Markdown files and the subfolders of a folder.
  private func visit(
    _ folder: String, found: inout [MarkdownFileEntry], pending folders: inout [String]
  ) throws(MarkdownFolderError) {
    let stream = try open(folder)
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = Self.name(of: entry)
      guard name.utf8.first != UInt8(ascii: ".") else { continue }
      let inner = folder.isEmpty ? name : folder + "/" + name
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_DIR): folders.append(inner)
      case Int32(DT_REG):
        guard Self.isMarkdown(name) else { continue }
        if let status = Self.status(name, in: stream) {
          found.append(inner, status)
        } else {
          // Removed meanwhile, or its name is not UTF-8: reading it will report the error.
          found.append(MarkdownFileEntry(path: inner, bytes: 0))
        }
      case Int32(DT_UNKNOWN):
        // Some file systems do not report types.
        guard let status = Self.status(name, in: stream) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.append(inner)
        } else if Self.isMarkdown(name) {
          found.append(inner, status)
        }
      default: break
      }
    }
  }

  private func open(_ folder: String) throws(MarkdownFolderError) -> OpaquePointer {
    let full = folder.isEmpty ? path : path + "/" + folder
    guard let stream = opendir(full) else {
      switch errno {
      case ENOENT: throw .missing(path: full)
      case ENOTDIR: throw .notADirectory(path: full)
      default: throw .unreadable(path: full, reason: SystemError.current.reason)
      }
    }
    return stream
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(cString: $0)
      }
    }
  }

  private static func status(_ name: String, in stream: OpaquePointer) -> stat? {
    var status = stat()
    return fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  private static func isMarkdown(_ name: String) -> Bool {
    let ending = name.utf8.suffix(9).map { $0 | 0x20 }
    return ending.suffix(3).elementsEqual(".md".utf8) || ending.elementsEqual(".markdown".utf8)
  }
}

extension [MarkdownFileEntry] {
  /// Adds a regular file.
  fileprivate mutating func append(_ path: String, _ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    append(MarkdownFileEntry(path: path, bytes: Int(status.st_size)))
  }
}
