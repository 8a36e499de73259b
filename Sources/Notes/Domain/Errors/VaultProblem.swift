/// Why one file of a folder could not be imported. The others are.
public struct VaultProblem: Error, Sendable, Hashable {
  /// What is wrong with the file.
  public enum Reason: Sendable, Hashable {
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
  public let path: String
  /// What is wrong with the file.
  public let reason: Reason

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - path: The path inside the folder.
  ///   - reason: What is wrong with the file.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
