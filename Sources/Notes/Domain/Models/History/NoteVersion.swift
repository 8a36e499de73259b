/// A note as it was for some time.
public struct NoteVersion: Sendable, Hashable {
  /// The number of the ``ChangeSet`` that made it.
  public let changeSet: Int
  /// When it was made.
  public let made: Timestamp
  /// Who made it.
  public let kind: ChangeSet.Kind
  /// The note; `nil` when the change took it away.
  public let note: Note?
  /// Where it is the merge of two texts: what they came from.
  public let merging: NoteMerging?

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - changeSet: The number of the set of changes that made it.
  ///   - made: When it was made.
  ///   - kind: Who made it.
  ///   - note: The note.
  ///   - merging: Where it is the merge of two texts: what they came from.
  public init(changeSet: Int, made: Timestamp, kind: ChangeSet.Kind, note: Note?, merging: NoteMerging? = nil) {
    self.changeSet = changeSet
    self.made = made
    self.kind = kind
    self.note = note
    self.merging = merging
  }
}
