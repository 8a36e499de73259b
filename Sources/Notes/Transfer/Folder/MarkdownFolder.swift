package import NotesDomain

/// Access to folders of Markdown files with YAML front matter, as Obsidian stores them.
package protocol MarkdownFolder: Sendable {
  /// Returns the canonical absolute path of a folder, under which imports are recorded.
  func canonicalPath(of directory: String) throws(MarkdownFolderError) -> String

  /// Returns the Markdown files of a folder and its subfolders, sorted by path, without hidden files and symbolic
  /// links.
  func entries(in directory: String) throws(MarkdownFolderError) -> [MarkdownFileEntry]

  /// Returns the paths of the other files of a folder and its subfolders, sorted, without hidden files and symbolic links.
  func otherFiles(in directory: String) throws(MarkdownFolderError) -> [String]

  /// Returns whether a path, or a folder on the way to it, is a symbolic link. Nothing is read, written or removed through one.
  func isLinked(_ path: String, in directory: String) -> Bool

  /// Returns whether a path leads out of the folder through a symbolic link, or through one to what is missing.
  func isElsewhere(_ path: String, in directory: String) -> Bool

  /// Reads a file.
  func read(_ entry: MarkdownFileEntry, in directory: String) throws(MarkdownFileError) -> MarkdownDocument

  /// Prepares a folder for an export, and creates it when it does not exist.
  ///
  /// - Parameter replacing: Whether the folder may contain files, which the export may replace.
  func prepare(_ directory: String, replacing: Bool) throws(MarkdownFolderError)

  /// Writes a file atomically and creates its parent folders. A failure of power may undo it until ``flush(_:)``. Returns the
  /// fingerprint of the file, as reading it does.
  ///
  /// - Parameter replacing: Whether there may be a file, which is replaced.
  @discardableResult
  func write(
    _ document: MarkdownDocument, in directory: String, replacing: Bool
  ) throws(MarkdownFolderError) -> ContentDigest

  /// Returns the fingerprint of the file that ``write(_:in:replacing:)`` would write. O(size of the document).
  func digest(of document: MarkdownDocument) -> ContentDigest

  /// Removes a file of any kind, and the folders that it leaves empty. Idempotent.
  ///
  /// - Throws: ``MarkdownFolderError/unwritable(path:reason:)`` if a folder on the way is a symbolic link.
  func remove(_ path: String, in directory: String) throws(MarkdownFolderError)

  /// Waits until all files that were written to a folder or removed from it, attachments included, are so on the disk. Takes as
  /// long for one file as for thousands, apart from their bytes.
  func flush(_ directory: String) throws(MarkdownFolderError)
}

/// An error that concerns a folder of Markdown files as a whole. For a single file, see ``MarkdownFileError``.
package enum MarkdownFolderError: Error, Sendable, Hashable {
  /// There is nothing at this path.
  case missing(path: String)
  /// There is something other than a folder at this path.
  case notADirectory(path: String)
  /// The folder contains files that may not be replaced.
  case notEmpty(path: String)
  /// There is a file at this path that may not be replaced.
  case exists(path: String)
  /// The folder may not be read.
  case unreadable(path: String, reason: String)
  /// A file or folder cannot be written.
  case unwritable(path: String, reason: String)
  /// The disk is full.
  case diskFull(path: String)
}

/// A Markdown file in a folder, before it is read.
package struct MarkdownFileEntry: Sendable, Hashable {
  /// The path inside the folder, for example `Kitchen/Bread.md`.
  package let path: String
  package let bytes: Int
  /// Whether the name is not UTF-8. The path has replacements for its bytes, and leads nowhere.
  package let hasInvalidName: Bool

  package init(path: String, bytes: Int, hasInvalidName: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.hasInvalidName = hasInvalidName
  }
}

/// An error of importing one file of a folder. Other files are not affected.
package struct MarkdownFileError: Error, Sendable, Hashable {
  /// The reason of the error.
  package enum Reason: Sendable, Hashable {
    /// The file may not be read.
    case unreadable(String)
    /// The name of the file is not UTF-8.
    case nameNotUTF8
    /// The file is not UTF-8; the offset is that of the first invalid byte.
    case notUTF8(offset: Int)
    /// The file is larger than a note may be; see ``NoteLimit``.
    case tooLarge(bytes: Int, limit: Int)
    /// The note of the file would exceed a limit.
    case exceeds(NoteExcess)
    /// The front matter is not valid YAML, or uses a feature that is not supported.
    case malformedFrontMatter(line: Int, detail: String)
    /// A key of the front matter has a value of the wrong type.
    case wrongType(key: String, line: Int, expected: String)
    /// An attachment of the note cannot be read.
    case attachment(FileError)
    /// An attachment of the note is too large.
    case attachmentTooLarge(path: String, bytes: Int, limit: Int)
    /// An attachment of the note has an invalid name, or there are too many attachments.
    case malformedAttachment(path: String)
  }

  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
