import Foundation
import NotesDisk
import NotesDomain
import NotesTransfer

/// Enumerates the Markdown files of a folder, and its other files.
///
/// With `readdir`, which reports the types of entries without a call for each; `FileManager`'s enumerator allocates several
/// objects for each file.
struct MarkdownFileEnumerator {
  let path: String

  /// Finds the Markdown files at any depth, ordered by path.
  func entries() throws -> [MarkdownFileEntry] {
    // An unreadable subfolder is reported as a file: reading it fails with the reason, and the other files are read.
    try entries(where: Self.isMarkdown, unreadable: { MarkdownFileEntry(path: $0, bytes: 0) })
  }

  /// Finds the other files at any depth, ordered by path. Those whose names are not UTF-8, and unreadable subfolders, are left
  /// out.
  func otherFiles() throws -> [String] {
    try entries(where: { !Self.isMarkdown($0) }, unreadable: nil).filter { !$0.hasInvalidName }.map(\.path)
  }

  /// - Parameter unreadable: Returns the entry of a subfolder that cannot be read; `nil` to leave out all of them.
  private func entries(
    where isWanted: (String) -> Bool, unreadable: ((String) -> MarkdownFileEntry)?
  ) throws -> [MarkdownFileEntry] {
    var found: [MarkdownFileEntry] = []
    var folders = [""]
    while let folder = folders.popLast() {
      do {
        try visit(folder, where: isWanted, found: &found, pending: &folders)
      } catch {
        guard !folder.isEmpty else { throw error }
        if let unreadable { found.append(unreadable(folder)) }
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns whether the folder contains nothing except hidden files.
  func isEmpty() throws -> Bool {
    let stream = try open("")
    defer { closedir(stream) }
    while let entry = try next(in: stream) {
      if !Self.name(of: entry).begins(with: ".") { return false }
    }
    return true
  }

  /// Returns the next entry of a folder; `nil` at its end, which is told from an error by `errno` alone.
  private func next(in stream: OpaquePointer) throws -> UnsafeMutablePointer<dirent>? {
    errno = 0
    if let entry = readdir(stream) { return entry }
    guard errno == 0 else { throw SystemError.current }
    return nil
  }

  /// Collects the files of a folder whose names are wanted, and its subfolders.
  private func visit(
    _ folder: String, where isWanted: (String) -> Bool, found: inout [MarkdownFileEntry],
    pending folders: inout [String]
  ) throws {
    let stream = try open(folder)
    defer { closedir(stream) }
    while let entry = try next(in: stream) {
      let name = Self.name(of: entry)
      guard name.utf8.first != UInt8(ascii: ".") else { continue }
      let inner = folder.isEmpty ? name : folder + "/" + name
      guard Self.isUTF8(entry) else {
        if isWanted(name) || Int32(entry.pointee.d_type) == Int32(DT_DIR) {
          found.append(MarkdownFileEntry(path: inner, bytes: 0, hasInvalidName: true))
        }
        continue
      }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_DIR): folders.append(inner)
      case Int32(DT_REG):
        guard isWanted(name) else { continue }
        // Without a status it was removed meanwhile: reading it will report the error.
        let bytes = Self.status(name, in: stream).map { Int($0.st_size) }
        found.append(MarkdownFileEntry(path: inner, bytes: bytes ?? 0))
      case Int32(DT_UNKNOWN):
        // Some file systems do not report types.
        guard let status = Self.status(name, in: stream) else { continue }
        switch status.kind {
        case S_IFDIR: folders.append(inner)
        case S_IFREG where isWanted(name):
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
