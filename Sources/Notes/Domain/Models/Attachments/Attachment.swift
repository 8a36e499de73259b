/// A file that belongs to a note.
public struct Attachment: Sendable, Hashable {
  /// The longest name, in bytes.
  public static let mostNameBytes = 255
  /// The most attachments of one note.
  public static let most = 1000

  /// The file's name, one among the note's attachments: without a slash, and neither empty nor `.` nor `..`.
  public let name: String
  /// The name of its bytes.
  public let digest: BlobDigest
  /// How many bytes there are.
  public let size: Int

  /// Creates an attachment.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - digest: The name of its bytes.
  ///   - size: How many bytes there are.
  /// - Returns: `nil` when the name is not one that a file can have in every folder, or the size is below 0.
  public init?(name: String, digest: BlobDigest, size: Int) {
    guard Self.isName(name), size >= 0 else { return nil }
    self.name = name
    self.digest = digest
    self.size = size
  }

  /// Whether a text can be an attachment's name.
  public static func isName(_ text: String) -> Bool {
    guard 1...mostNameBytes ~= text.utf8.count, text != ".", text != ".." else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
    }
  }

  /// Whether two attachments are the same byte for byte: two spellings of an accent are two names.
  public static func == (left: Attachment, right: Attachment) -> Bool {
    left.digest == right.digest && left.size == right.size && left.name.hasSameBytes(as: right.name)
  }
}
