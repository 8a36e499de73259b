/// Two texts of one note that could not be merged: the note has the vault's, and a copy has the one of this device.
public struct NoteConflict: Sendable, Hashable, Identifiable {
  /// The conflict, which is named by the copy.
  public var id: NoteID { copy }
  /// The note, which has the text that came from the vault.
  public let note: NoteID
  /// The copy, a note of its own with the text that was written here.
  public let copy: NoteID
  /// The text that both go back to; `nil` when it is not known.
  public let base: Note?
  /// The note as it came from the vault.
  public let theirs: Note
  /// The note as it was here.
  public let ours: Note
  /// When they met.
  public let met: Timestamp

  /// Creates a conflict.
  ///
  /// - Parameters:
  ///   - note: The note, which has the text that came from the vault.
  ///   - copy: The copy, which has the text that was written here.
  ///   - base: The text that both go back to.
  ///   - theirs: The note as it came from the vault.
  ///   - ours: The note as it was here.
  ///   - met: When they met.
  public init(note: NoteID, copy: NoteID, base: Note?, theirs: Note, ours: Note, met: Timestamp) {
    self.note = note
    self.copy = copy
    self.base = base
    self.theirs = theirs
    self.ours = ours
    self.met = met
  }
}
