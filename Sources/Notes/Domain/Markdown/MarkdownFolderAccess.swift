/// Folders of Markdown files with YAML front matter, as Obsidian keeps them.
package protocol MarkdownFolder: Sendable {
  /// The absolute form of a folder's path, by which imports remember it.
  func canonicalPath(of directory: String) throws(MarkdownFolderError) -> String

  /// The Markdown files of a folder at any depth, by path. Hidden files and folders are left out; links are not followed.
  func entries(in directory: String) throws(MarkdownFolderError) -> [MarkdownFileEntry]

  /// Reads one file.
  func read(_ entry: MarkdownFileEntry, in directory: String) throws(MarkdownFileError) -> MarkdownDocument

  /// Makes the folder ready for an export.
  ///
  /// - Parameters:
  ///   - directory: The folder; it is created when missing.
  ///   - replacing: Whether the folder may hold files, which an export may then replace.
  func prepare(_ directory: String, replacing: Bool) throws(MarkdownFolderError)

  /// Writes one file, and the folders it lies in. A file is either written whole or not at all.
  func write(_ document: MarkdownDocument, in directory: String) throws(MarkdownFolderError)
}

/// Why a folder of Markdown cannot be used at all. For a single bad file see ``MarkdownFileError``.
package enum MarkdownFolderError: Error, Sendable, Hashable {
  /// There is nothing at this path.
  case missing(path: String)
  /// There is something else than a folder at this path.
  case notADirectory(path: String)
  /// The folder holds files already, and nobody allowed to replace them.
  case notEmpty(path: String)
  /// The folder may not be read.
  case unreadable(path: String, reason: String)
  /// A file or folder cannot be written.
  case unwritable(path: String, reason: String)
  /// There is no space left on the disk.
  case diskFull(path: String)
}

/// A file of a folder of Markdown, before it is read.
package struct MarkdownFileEntry: Sendable, Hashable {
  /// The path inside the folder, for example `Kitchen/Bread.md`.
  package let path: String
  /// The size in bytes.
  package let bytes: Int

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - path: The path inside the folder.
  ///   - bytes: The size in bytes.
  package init(path: String, bytes: Int) {
    self.path = path
    self.bytes = bytes
  }
}

/// Why one file of a folder could not be imported. The others are.
package struct MarkdownFileError: Error, Sendable, Hashable {
  /// What is wrong with the file.
  package enum Reason: Sendable, Hashable {
    /// The file may not be read.
    case unreadable(String)
    /// The file is not UTF-8; the first bad byte is at this offset.
    case notUTF8(offset: Int)
    /// The file is larger than a note may be; see ``NoteLimits/maximumBytes``.
    case tooLarge(bytes: Int, limit: Int)
    /// The front matter is not YAML that we accept.
    case malformedFrontMatter(line: Int, detail: String)
    /// A key of the front matter has a value of another kind.
    case wrongType(key: String, line: Int, expected: String)
    /// A file that belongs to the note cannot be read.
    case attachment(FileError)
    /// A file that belongs to the note is larger than an attachment may be.
    case attachmentTooLarge(path: String, bytes: Int, limit: Int)
    /// A file that belongs to the note has a name that is none for an attachment, or there are too many of them.
    case malformedAttachment(path: String)
  }

  /// The path inside the folder.
  package let path: String
  /// What is wrong with the file.
  package let reason: Reason

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - path: The path inside the folder.
  ///   - reason: What is wrong with the file.
  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
