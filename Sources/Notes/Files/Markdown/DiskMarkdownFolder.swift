import Foundation
import NotesDisk
import NotesDomain
import NotesFrontMatter
import NotesTransfer

/// Folders of Markdown files on the disk.
struct DiskMarkdownFolder: MarkdownFolder {
  let zone: any TimeZoneOffsets
  /// The maximum size of a file: a text and front matter of their maximum sizes.
  private static let maximumFileBytes = NoteLimit.text.maximum + YAMLGuard.maximumBytes

  func canonicalPath(of directory: String) throws(MarkdownFolderError) -> String {
    guard let resolved = realpath(directory, nil) else { throw MarkdownFolderError(.current, reading: directory) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard stat(of: path)?.kind == S_IFDIR else { throw .notADirectory(path: directory) }
    return path
  }

  func entries(in directory: String) throws(MarkdownFolderError) -> [MarkdownFileEntry] {
    try SystemError.translated({ MarkdownFolderError($0, reading: directory) }) {
      try MarkdownFileEnumerator(path: directory).entries()
    }
  }

  func otherFiles(in directory: String) throws(MarkdownFolderError) -> [String] {
    try SystemError.translated({ MarkdownFolderError($0, reading: directory) }) {
      try MarkdownFileEnumerator(path: directory).otherFiles()
    }
  }

  func isLinked(_ path: String, in directory: String) -> Bool { firstLink(of: path, in: directory) != nil }

  func isElsewhere(_ path: String, in directory: String) -> Bool {
    guard let link = firstLink(of: path, in: directory) else { return false }
    guard let folder = Self.resolved(directory),
      let target = Self.resolved(directory + "/" + path) ?? Self.resolved(link)
    else { return true }
    return !target.isInside(folder)
  }

  /// Returns the first symbolic link on the way to a file, or the file itself; `nil` if there is none.
  private func firstLink(of path: String, in directory: String) -> String? {
    var current = directory
    for name in path.pathNames {
      current += "/" + name
      if stat(of: current, followsLinks: false)?.kind == S_IFLNK { return current }
    }
    return nil
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  func read(_ entry: MarkdownFileEntry, in directory: String) throws(MarkdownFileError) -> MarkdownDocument {
    guard !entry.hasInvalidName else { throw MarkdownFileError(path: entry.path, reason: .nameNotUTF8) }
    do {
      return try document(entry.path, in: directory)
    } catch let error as MarkdownFileError {
      throw error
    } catch {
      throw MarkdownFileError(path: entry.path, reason: .init(error))
    }
  }

  private func document(_ path: String, in directory: String) throws -> MarkdownDocument {
    let file = try FileContents(path, inside: directory, limit: Self.maximumFileBytes)
    let parts = MarkdownFile(file.bytes)
    guard let body = file.text(in: parts.body), let frontMatter = file.text(in: parts.frontMatter ?? 0..<0) else {
      throw MarkdownFileError(path: path, reason: .notUTF8(offset: file.firstInvalidOffset))
    }
    guard parts.body.count <= NoteLimit.text.maximum else {
      throw FileContents.Failure.tooLarge(bytes: parts.body.count)
    }
    var document = MarkdownDocument(
      path: path, fileModified: file.modified, body: body,
      digest: ContentDigest(of: file.bytes))
    if parts.frontMatter != nil {
      // No note can keep the lines, and a mirror would write the file without them.
      guard frontMatter.utf8.count <= YAMLGuard.maximumBytes else { throw FrontMatterProblem.tooLarge }
      document.read(FrontMatterSource(text: frontMatter, keys: .ofFiles, zone: zone), whole: file.text(in: parts.whole))
    }
    return document
  }

  func prepare(_ directory: String, replacing: Bool) throws(MarkdownFolderError) {
    try SystemError.translated({ MarkdownFolderError($0, writing: directory) }) {
      try PrivateFiles.makeFolder(directory)
      let isEmpty = try MarkdownFileEnumerator(path: directory).isEmpty()
      guard isEmpty || replacing else { throw MarkdownFolderError.notEmpty(path: directory) }
    }
  }

  // Durable only after `flush`: syncing each file would make an export of 100,000 notes take minutes.
  @discardableResult
  func write(
    _ document: MarkdownDocument, in directory: String, replacing: Bool
  ) throws(MarkdownFolderError) -> ContentDigest {
    let path = directory + "/" + document.path
    let parts = parts(of: document)
    try SystemError.translated({ MarkdownFolderError($0, writing: path) }) {
      try makeFolders(for: document.path, in: directory)
      // Not a link, which would fail for an existing file: the file systems of memory cards have none.
      guard replacing || stat(of: path, followsLinks: false) == nil else {
        throw MarkdownFolderError.exists(path: path)
      }
      try PrivateFiles.write(parts, to: path, isDurable: false)
    }
    return Self.digest(of: parts)
  }

  func digest(of document: MarkdownDocument) -> ContentDigest { Self.digest(of: parts(of: document)) }

  private static func digest(of parts: [String]) -> ContentDigest {
    var digest = ContentDigest(of: [])
    for part in parts { digest.append(part.utf8) }
    return digest
  }

  private func parts(of document: MarkdownDocument) -> [String] {
    [FrontMatterWriter.text(for: document, zone: zone), document.body]
  }

  func remove(_ path: String, in directory: String) throws(MarkdownFolderError) {
    var folders = path.pathNames
    try check(folders, of: path)
    try SystemError.translated({ MarkdownFolderError($0, writing: directory + "/" + path) }) {
      do {
        let (folder, name) = try OpenFolder.containing(.inside(folder: directory, path: path), isCreating: false)
        guard unlinkat(folder.descriptor, name, 0) == 0 else { throw SystemError.current }
      } catch let error as SystemError {
        // A file that is on the way, or a folder that is missing, has no such file. A link is said to be no folder, too.
        guard [ENOENT, ENOTDIR].contains(error.code), !isLinked(path.enclosingPath, in: directory) else { throw error }
      }
    }
    while folders.popLast() != nil, !folders.isEmpty, rmdir(directory + "/" + folders.joined(separator: "/")) == 0 {}
  }

  func flush(_ directory: String) throws(MarkdownFolderError) {
    try SystemError.translated({ MarkdownFolderError($0, writing: directory) }) {
      try FileSystemSync.run(around: directory)
    }
  }

  private func check(_ names: [Substring], of path: String) throws(MarkdownFolderError) {
    guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
      throw .unwritable(path: path, reason: "The path leads out of the folder")
    }
  }

  /// Creates the folders of a file, none of which may be a link or lead out of the directory.
  private func makeFolders(for path: String, in directory: String) throws {
    let names = path.pathNames
    try check(names, of: path)
    var folder = directory
    for name in names.dropLast() {
      folder += "/" + name
      guard mkdir(folder, 0o700) != 0 else { continue }
      let error = SystemError.current
      guard error.code == EEXIST else { throw MarkdownFolderError(error, writing: folder) }
      guard stat(of: folder, followsLinks: false)?.kind == S_IFDIR else {
        throw MarkdownFolderError.unwritable(path: folder, reason: "It is not a folder, or a link to one")
      }
    }
  }
}

extension MarkdownFolderError {
  init(_ error: SystemError, reading path: String) {
    switch error.code {
    case ENOENT: self = .missing(path: path)
    case ENOTDIR: self = .notADirectory(path: path)
    default: self = .unreadable(path: path, reason: error.reason)
    }
  }

  init(_ error: SystemError, writing path: String) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .unwritable(path: path, reason: error.reason)
    }
  }
}

extension MarkdownFileError.Reason {
  fileprivate init(_ error: any Error) {
    switch error {
    case FileContents.Failure.tooLarge(let bytes): self = .tooLarge(bytes: bytes, limit: NoteLimit.text.maximum)
    case let error as FileContents.Failure: self = .unreadable(error.reason)
    default: self = FrontMatterProblem(error).reason
    }
  }
}
