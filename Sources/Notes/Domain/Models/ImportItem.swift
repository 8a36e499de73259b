/// One note on its way from a file into the store.
public struct ImportItem: Sendable, Hashable {
  /// The note as it shall be kept.
  public let note: Note
  /// What to remember of the file.
  public let record: ImportRecord
  /// For a note that is there already: its time of change when it was looked at. The store leaves the note alone when it
  /// has changed since. `nil` for a new note.
  public let replacing: Timestamp?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - note: The note as it shall be kept.
  ///   - record: What to remember of the file.
  ///   - replacing: The time of change of the version that is replaced; `nil` for a new note.
  public init(note: Note, record: ImportRecord, replacing: Timestamp? = nil) {
    self.note = note
    self.record = record
    self.replacing = replacing
  }
}
