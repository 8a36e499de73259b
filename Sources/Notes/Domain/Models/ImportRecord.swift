/// The memory of one imported file, which makes a second import of the same folder change nothing.
public struct ImportRecord: Sendable, Hashable {
  /// The folder that was imported, as an absolute path.
  public let directory: String
  /// The file's path inside the folder.
  public let path: String
  /// The file's fingerprint when it was imported.
  public let digest: ContentDigest
  /// The note that was made from it.
  public let note: NoteID
  /// The note's time of change right after the import; a different one in the store means that a person edited it since.
  public let noteModified: Timestamp

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - directory: The folder that was imported.
  ///   - path: The file's path inside the folder.
  ///   - digest: The file's fingerprint.
  ///   - note: The note that was made from it.
  ///   - noteModified: The note's time of change right after the import.
  public init(directory: String, path: String, digest: ContentDigest, note: NoteID, noteModified: Timestamp) {
    self.directory = directory
    self.path = path
    self.digest = digest
    self.note = note
    self.noteModified = noteModified
  }
}
