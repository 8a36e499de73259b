/// Folders of Markdown files with YAML front matter, as Obsidian keeps them.
public protocol Vault: Sendable {
  /// The absolute form of a folder's path, by which imports remember it.
  func canonicalPath(of directory: String) throws(VaultError) -> String

  /// The Markdown files of a folder at any depth, by path. Hidden files and folders are left out; links are not followed.
  func entries(in directory: String) throws(VaultError) -> [VaultEntry]

  /// Reads one file.
  func read(_ entry: VaultEntry, in directory: String) throws(VaultProblem) -> VaultDocument

  /// Makes the folder ready for an export.
  ///
  /// - Parameters:
  ///   - directory: The folder; it is created when missing.
  ///   - replacing: Whether the folder may hold files, which an export may then replace.
  func prepare(_ directory: String, replacing: Bool) throws(VaultError)

  /// Writes one file, and the folders it lies in. A file is either written whole or not at all.
  func write(_ document: VaultDocument, in directory: String) throws(VaultError)
}
