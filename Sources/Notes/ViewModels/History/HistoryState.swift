public import NotesDomain

/// What is shown of the past.
public struct HistoryState: Sendable, Hashable {
  /// A version of a note, as a line.
  public struct Row: Sendable, Hashable {
    /// The version.
    public let version: NoteVersion
    /// What made it another one than the version before it; `nil` for the first that is known.
    public let difference: NoteDifference?
  }

  /// How far the last action is.
  public var phase: Phase = .idle
  /// The sets of changes, newest first.
  public var changeSets: [ChangeSet] = []
  /// The versions of one note, newest first.
  public var rows: [Row] = []
  /// The shortest beginning of that note's id that names it; its whole id when it is gone.
  public var shortID = ""
}
