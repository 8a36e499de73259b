/// Access to exports in one file: those of other programs, with many notes and their attachments, and notes as JSON.
///
/// An archive is unpacked into a folder that ``MarkdownFolder`` reads, so that it is imported like any folder of Markdown.
package protocol ArchiveUnpacker: Sendable {
  /// Unpacks an archive into a new folder that only its owner can read. The path `-` is standard input, with JSON.
  ///
  /// A note that cannot be unpacked is reported in ``UnpackedArchive/problems``, and the others are unpacked. The same
  /// archive always gives the same files, byte for byte, so that importing it again changes nothing. On failure nothing
  /// is left behind; what a program leaves that is ended meanwhile is removed by the next call. O(size of the archive), without reading it into memory.
  func unpack(_ path: String) throws(ArchiveError) -> UnpackedArchive

  /// Removes the folder of an unpacked archive. Idempotent. The archive itself stays.
  func remove(_ archive: UnpackedArchive)
}

/// The format of an archive.
package enum ArchiveFormat: String, Sendable, Hashable, CaseIterable {
  /// Joplin's export: a tar archive of Markdown files with metadata at their ends, and of resources.
  case joplin = "jex"
  /// Evernote's export: XML with notes in Evernote's markup language, and resources in Base64.
  case evernote = "enex"
  /// The notes that `--json` writes: an array of objects, or one object.
  case json
  /// The notes that `--jsonl` writes: an object on each line.
  case jsonLines = "jsonl"

  /// The path that names standard input, whose format is JSON.
  package static let standardInput = "-"

  /// Determines the format by the ending of a file's name, in upper or lower case; `nil` for another one.
  package init?(path: String) {
    guard path != Self.standardInput else {
      self = .json
      return
    }
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(rawValue: path[path.utf8.index(after: dot)...].lowercased())
  }
}

/// The folder of an archive's notes and attachments.
package struct UnpackedArchive: Sendable, Hashable {
  /// The path of the folder, another one each time.
  package let directory: String
  /// The canonical absolute path of the archive, under which imports are recorded; for standard input, a path that depends
  /// on its content.
  package let root: String
  /// The notes and resources that were left out or changed.
  package let problems: [ArchiveProblem]

  package init(directory: String, root: String, problems: [ArchiveProblem] = []) {
    self.directory = directory
    self.root = root
    self.problems = problems
  }
}

/// A problem with one note or resource of an archive. Others are not affected.
package struct ArchiveProblem: Sendable, Hashable {
  /// The reason of the problem.
  package enum Reason: Sendable, Hashable {
    /// The note or item is malformed, and was left out.
    case malformed(line: Int?, detail: String)
    /// The note is larger than a note may be, and was left out.
    case tooLarge(bytes: Int, limit: Int)
    /// The note is encrypted, and was left out.
    case encrypted
    /// The content of the note is malformed. The note has its source as text.
    case keptAsSource(line: Int, detail: String)
    /// The note refers to a resource or note that the archive does not have. The text is unchanged there.
    case missing(String)
    /// The content of an attachment is damaged, and was left out. The name is empty for an attachment without one.
    case damagedAttachment(name: String, detail: String)
    /// A time of the note is invalid, and was left out.
    case invalidTime(String)
    /// No note refers to the attachment, which was left out.
    case unusedAttachment
    /// The archive is damaged here or ends too early. What cannot be read was left out.
    case damagedArchive(line: Int?, detail: String)
  }

  /// The title of the note, or the name of the item in the archive; empty for a malformed note without a title.
  package let item: String
  package let reason: Reason

  package init(item: String, reason: Reason) {
    self.item = item
    self.reason = reason
  }
}

/// An error that concerns an archive as a whole. For a single note, see ``ArchiveProblem``.
package enum ArchiveError: Error, Sendable, Hashable {
  /// There is nothing at this path.
  case missing(path: String)
  /// There is something other than a regular file at this path.
  case notAFile(path: String)
  /// The name of the file has no known ending; see ``ArchiveFormat``.
  case unknownFormat(path: String)
  /// The archive may not be read, or reading it failed.
  case unreadable(path: String, reason: String)
  /// The file is not an archive of its format.
  case malformed(path: String, line: Int?, detail: String)
  /// The folder for the files of the archive cannot be written.
  case unwritable(path: String, reason: String)
  /// The disk of the folder for the files of the archive is full.
  case diskFull(path: String)
}
