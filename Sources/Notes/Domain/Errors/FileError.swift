/// Why a file outside of the store could not be read or written.
public enum FileError: Error, Sendable, Hashable {
  /// There is nothing at this path.
  case missing(path: String)
  /// There is something else than a file at this path.
  case notAFile(path: String)
  /// The file may not be read, or reading it failed.
  case unreadable(path: String, reason: String)
  /// The file became another one while it was read.
  case changed(path: String)
  /// There is a file at this path already, and nobody allowed to replace it.
  case exists(path: String)
  /// There is a device, a pipe or a socket at this path, which no file may replace.
  case notReplaceable(path: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
  /// There is no space left on the disk.
  case diskFull(path: String)
}
