/// Why a draft cannot be kept or read.
public enum DraftError: Error, Sendable, Hashable {
  /// The file or its folder cannot be written.
  case unwritable(path: String, reason: String)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not UTF-8; the first bad byte is at this offset.
  case notUTF8(path: String, offset: Int)
}
