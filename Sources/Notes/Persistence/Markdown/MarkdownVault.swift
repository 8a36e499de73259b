import Foundation
import NotesDomain

/// Folders of Markdown files on the disk.
struct MarkdownVault: MarkdownFolder {
  /// A text of the largest size, and the front matter before it.
  private let maximumFileBytes = NoteLimits.maximumBytes + YAMLGuard.maximumBytes

  func canonicalPath(of directory: String) throws(MarkdownFolderError) -> String {
    guard let resolved = realpath(directory, nil) else {
      switch errno {
      case ENOENT: throw .missing(path: directory)
      case ENOTDIR: throw .notADirectory(path: directory)
      default: throw .unreadable(path: directory, reason: SystemError.current.reason)
      }
    }
    defer { free(resolved) }
    var status = stat()
    guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .notADirectory(path: directory)
    }
    return String(cString: resolved)
  }

  func entries(in directory: String) throws(MarkdownFolderError) -> [MarkdownFileEntry] {
    try VaultFolder(path: directory).entries()
  }

  func read(_ entry: MarkdownFileEntry, in directory: String) throws(MarkdownFileError) -> MarkdownDocument {
    let file: FileContents
    do throws(FileContents.Failure) {
      file = try FileContents(path: directory + "/" + entry.path, limit: maximumFileBytes)
    } catch {
      throw MarkdownFileError(path: entry.path, reason: .init(error))
    }
    let parts = MarkdownFile(file.bytes)
    guard let body = file.text(parts.body), let frontMatter = file.text(parts.frontMatter ?? 0..<0) else {
      throw MarkdownFileError(path: entry.path, reason: .notUTF8(offset: file.firstInvalidOffset))
    }
    guard parts.body.count <= NoteLimits.maximumBytes else {
      throw MarkdownFileError(
        path: entry.path, reason: .tooLarge(bytes: parts.body.count, limit: NoteLimits.maximumBytes))
    }
    var document = MarkdownDocument(
      path: entry.path, fileModified: Timestamp(millisecondsSince1970: file.modified), body: body,
      digest: ContentDigest(of: file.bytes))
    if parts.frontMatter != nil {
      do throws(FrontMatterProblem) {
        try FrontMatterReader(frontMatter).read(into: &document)
      } catch {
        throw MarkdownFileError(path: entry.path, reason: error.reason)
      }
    }
    return document
  }

  func prepare(_ directory: String, replacing: Bool) throws(MarkdownFolderError) {
    do throws(SystemError) {
      try PrivateFiles.makeFolder(directory)
    } catch {
      throw MarkdownFolderError(error, writing: directory)
    }
    let isEmpty = try VaultFolder(path: directory).isEmpty()
    guard isEmpty || replacing else { throw .notEmpty(path: directory) }
  }

  /// Not made durable file by file: an export of 100,000 notes would take minutes, and it can be repeated.
  func write(_ document: MarkdownDocument, in directory: String) throws(MarkdownFolderError) {
    let path = try place(of: document.path, in: directory)
    do throws(SystemError) {
      try PrivateFiles.write([FrontMatterWriter.text(for: document), document.body], to: path)
    } catch {
      throw MarkdownFolderError(error, writing: path)
    }
  }

  /// Makes the folders of a file, none of which may lead out of the vault.
  private func place(of path: String, in directory: String) throws(MarkdownFolderError) -> String {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
      throw .unwritable(path: path, reason: "The path leads out of the folder")
    }
    var place = directory
    for name in names.dropLast() {
      place += "/" + name
      guard mkdir(place, 0o700) != 0 else { continue }
      let failure = SystemError.current
      var status = stat()
      guard failure.code == EEXIST else { throw MarkdownFolderError(failure, writing: place) }
      guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .unwritable(path: place, reason: "This is not a folder, or a link to one")
      }
    }
    return place + "/" + (names.last ?? "")
  }
}

extension MarkdownFolderError {
  /// Why something could not be written.
  init(_ failure: SystemError, writing path: String) {
    switch failure.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .unwritable(path: path, reason: failure.reason)
    }
  }
}

extension MarkdownFileError.Reason {
  fileprivate init(_ failure: FileContents.Failure) {
    switch failure {
    case .system, .notAFile: self = .unreadable(failure.reason)
    case .tooLarge(let bytes): self = .tooLarge(bytes: bytes, limit: NoteLimits.maximumBytes)
    }
  }
}

/// The two parts of a Markdown file: its front matter and its text.
///
/// Front matter lies between a first line and a later line that are both exactly `---`, with either kind of line ending.
/// Without the second one there is no front matter, and the first belongs to the text.
struct MarkdownFile {
  /// The lines between the two marks; `nil` when there is no front matter.
  let frontMatter: Range<Int>?
  /// Everything behind the second mark, or the whole file.
  let body: Range<Int>

  /// Finds the parts. A byte order mark at the beginning belongs to neither.
  init(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    (frontMatter, body) = bytes.withUnsafeBufferPointer { bytes in
      let opening = Self.line(in: bytes, at: start)
      guard Self.isMark(bytes, opening) else { return (nil, start..<bytes.count) }
      var line = opening
      while line.upperBound < bytes.count {
        line = Self.line(in: bytes, at: line.upperBound)
        if Self.isMark(bytes, line) {
          return (opening.upperBound..<line.lowerBound, line.upperBound..<bytes.count)
        }
      }
      return (nil, start..<bytes.count)
    }
  }

  /// The line that begins at an offset, with its ending.
  private static func line(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int> {
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
    return start..<max(start, end + 1)
  }

  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    var content = bytes[line]
    if content.last == UInt8(ascii: "\n") { content.removeLast() }
    if content.last == UInt8(ascii: "\r") { content.removeLast() }
    return content.elementsEqual("---".utf8)
  }
}
