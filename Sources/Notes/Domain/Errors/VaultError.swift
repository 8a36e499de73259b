/// Why a folder of Markdown cannot be used at all. For a single bad file see ``VaultProblem``.
public enum VaultError: Error, Sendable, Hashable {
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
