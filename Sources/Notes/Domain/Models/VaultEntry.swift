/// A file of a folder of Markdown, before it is read.
public struct VaultEntry: Sendable, Hashable {
  /// The path inside the folder, for example `Kitchen/Bread.md`.
  public let path: String
  /// The size in bytes.
  public let bytes: Int

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - path: The path inside the folder.
  ///   - bytes: The size in bytes.
  public init(path: String, bytes: Int) {
    self.path = path
    self.bytes = bytes
  }
}
