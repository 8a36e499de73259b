/// Two texts of one note that were merged into one, with what they came from: for the note's history.
public struct NoteMerging: Sendable, Hashable {
  /// The note.
  public let note: NoteID
  /// What both go back to.
  public let base: Note?
  /// The note as it came from the vault.
  public let theirs: Note

  /// Creates the memory of a merge.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - base: What both go back to.
  ///   - theirs: The note as it came from the vault.
  public init(note: NoteID, base: Note?, theirs: Note) {
    self.note = note
    self.base = base
    self.theirs = theirs
  }
}
