import Foundation
import NotesDomain

/// Walks a folder for Markdown files.
///
/// By `readdir`, which tells files from folders without asking for each one; `FileManager`'s enumerator makes several
/// objects for every file.
struct VaultFolder {
  let path: String

  /// The Markdown files at any depth, by path.
  func entries() throws(MarkdownFolderError) -> [MarkdownFileEntry] {
    var found: [MarkdownFileEntry] = []
    var folders = [""]
    while let folder = folders.popLast() {
      do throws(MarkdownFolderError) {
        try visit(folder, &found, &folders)
      } catch {
        // A folder inside that cannot be read stands for its files: reading it says why, and the others are read.
        guard !folder.isEmpty else { throw error }
        found.append(MarkdownFileEntry(path: folder, bytes: 0))
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Whether the folder holds anything that is not hidden.
  func isEmpty() throws(MarkdownFolderError) -> Bool {
    let stream = try open("")
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      if !Self.name(of: entry).hasPrefix(".") { return false }
    }
    return true
  }

  private func visit(_ folder: String, _ found: inout [MarkdownFileEntry], _ folders: inout [String]) throws(MarkdownFolderError) {
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
          // Gone, or of a name that is not UTF-8: reading it will say so.
          found.append(MarkdownFileEntry(path: inner, bytes: 0))
        }
      case Int32(DT_UNKNOWN):
        // Some file systems do not say.
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
