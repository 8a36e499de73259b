import Foundation
import NotesDomain

/// Enumerates the Markdown files of a folder.
///
/// With `readdir`, which reports the types of entries without a call for each; `FileManager`'s enumerator allocates several
/// objects for each file.
struct MarkdownFileEnumerator {
  let path: String

  /// Finds the Markdown files at any depth, ordered by path.
  func entries() throws -> [MarkdownFileEntry] {
    var found: [MarkdownFileEntry] = []
    var folders = [""]
    while let folder = folders.popLast() {
      do {
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
  func isEmpty() throws -> Bool {
    let stream = try open("")
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      if !Self.name(of: entry).hasPrefix(".") { return false }
    }
    return true
  }

  /// Collects the Markdown files and the subfolders of a folder.
  private func visit(_ folder: String, found: inout [MarkdownFileEntry], pending folders: inout [String]) throws {
    let stream = try open(folder)
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = Self.name(of: entry)
      guard name.utf8.first != UInt8(ascii: ".") else { continue }
      let inner = folder.isEmpty ? name : folder + "/" + name
      guard Self.isUTF8(entry) else {
        if Self.isMarkdown(name) { found.append(MarkdownFileEntry(path: inner, bytes: 0, hasInvalidName: true)) }
        continue
      }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_DIR): folders.append(inner)
      case Int32(DT_REG):
        guard Self.isMarkdown(name) else { continue }
        // Without a status it was removed meanwhile, or its name is not UTF-8: reading it will report the error.
        let bytes = Self.status(name, in: stream).map { Int($0.st_size) }
        found.append(MarkdownFileEntry(path: inner, bytes: bytes ?? 0))
      case Int32(DT_UNKNOWN):
        // Some file systems do not report types.
        guard let status = Self.status(name, in: stream) else { continue }
        switch status.kind {
        case S_IFDIR: folders.append(inner)
        case S_IFREG where Self.isMarkdown(name):
          found.append(MarkdownFileEntry(path: inner, bytes: Int(status.st_size)))
        default: break
        }
      default: break
      }
    }
  }

  private func open(_ folder: String) throws -> OpaquePointer {
    let full = folder.isEmpty ? path : path + "/" + folder
    guard let stream = opendir(full) else { throw MarkdownFolderError(.current, reading: full) }
    return stream
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(cString: $0)
      }
    }
  }

  private static func isUTF8(_ entry: UnsafeMutablePointer<dirent>) -> Bool {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(validatingCString: $0) != nil
      }
    }
  }

  private static func status(_ name: String, in stream: OpaquePointer) -> stat? {
    stat(of: name, in: dirfd(stream), followsLinks: false)
  }

  private static func isMarkdown(_ name: String) -> Bool {
    let ending = name.utf8.suffix(9).map { $0 | 0x20 }
    return ending.suffix(3).elementsEqual(".md".utf8) || ending.elementsEqual(".markdown".utf8)
  }
}
