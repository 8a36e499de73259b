import Foundation
import NotesDomain

/// Folders of Markdown files on the disk.
struct MarkdownVault: Vault {
  /// A text of the largest size, and the front matter before it.
  private let maximumFileBytes = NoteLimits.maximumBytes + YAMLGuard.maximumBytes

  func canonicalPath(of directory: String) throws(VaultError) -> String {
    guard let resolved = realpath(directory, nil) else {
      switch errno {
      case ENOENT: throw .missing(path: directory)
      case ENOTDIR: throw .notADirectory(path: directory)
      default: throw .unreadable(path: directory, reason: PrivateFiles.Failure.current.reason)
      }
    }
    defer { free(resolved) }
    var status = stat()
    guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .notADirectory(path: directory)
    }
    return String(cString: resolved)
  }

  func entries(in directory: String) throws(VaultError) -> [VaultEntry] {
    try VaultFolder(path: directory).entries()
  }

  func read(_ entry: VaultEntry, in directory: String) throws(VaultProblem) -> VaultDocument {
    let file: FileBytes
    do throws(FileBytes.Failure) {
      file = try FileBytes(path: directory + "/" + entry.path, limit: maximumFileBytes)
    } catch {
      throw VaultProblem(path: entry.path, reason: .init(error))
    }
    let parts = MarkdownFile(file.bytes)
    guard let body = file.text(parts.body), let frontMatter = file.text(parts.frontMatter ?? 0..<0) else {
      throw VaultProblem(path: entry.path, reason: .notUTF8(offset: file.firstInvalidOffset))
    }
    guard parts.body.count <= NoteLimits.maximumBytes else {
      throw VaultProblem(
        path: entry.path, reason: .tooLarge(bytes: parts.body.count, limit: NoteLimits.maximumBytes))
    }
    var document = VaultDocument(
      path: entry.path, fileModified: Timestamp(millisecondsSince1970: file.modified), body: body,
      digest: ContentDigest(of: file.bytes))
    if parts.frontMatter != nil {
      do throws(FrontMatterProblem) {
        try FrontMatterReader(frontMatter).read(into: &document)
      } catch {
        throw VaultProblem(path: entry.path, reason: error.reason)
      }
    }
    return document
  }

  func prepare(_ directory: String, replacing: Bool) throws(VaultError) {
    do throws(PrivateFiles.Failure) {
      try PrivateFiles.makeFolder(directory)
    } catch {
      throw VaultError(error, writing: directory)
    }
    let isEmpty = try VaultFolder(path: directory).isEmpty()
    guard isEmpty || replacing else { throw .notEmpty(path: directory) }
  }

  /// Not made durable file by file: an export of 100,000 notes would take minutes, and it can be repeated.
  func write(_ document: VaultDocument, in directory: String) throws(VaultError) {
    let path = try place(of: document.path, in: directory)
    do throws(PrivateFiles.Failure) {
      try PrivateFiles.write([FrontMatterWriter.text(for: document), document.body], to: path)
    } catch {
      throw VaultError(error, writing: path)
    }
  }

  /// Makes the folders of a file, none of which may lead out of the vault.
  private func place(of path: String, in directory: String) throws(VaultError) -> String {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
      throw .unwritable(path: path, reason: "The path leads out of the folder")
    }
    var place = directory
    for name in names.dropLast() {
      place += "/" + name
      guard mkdir(place, 0o700) != 0 else { continue }
      let failure = PrivateFiles.Failure.current
      var status = stat()
      guard failure.code == EEXIST else { throw VaultError(failure, writing: place) }
      guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .unwritable(path: place, reason: "This is not a folder, or a link to one")
      }
    }
    return place + "/" + (names.last ?? "")
  }
}

extension VaultError {
  /// Why something could not be written.
  init(_ failure: PrivateFiles.Failure, writing path: String) {
    switch failure.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .unwritable(path: path, reason: failure.reason)
    }
  }
}

extension VaultProblem.Reason {
  fileprivate init(_ failure: FileBytes.Failure) {
    switch failure {
    case .system, .notAFile: self = .unreadable(failure.reason)
    case .tooLarge(let bytes): self = .tooLarge(bytes: bytes, limit: NoteLimits.maximumBytes)
    }
  }
}
