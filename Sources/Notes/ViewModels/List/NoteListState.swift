/// What a list shows.
public struct NoteListState: Sendable, Hashable {
  /// How far the list is.
  public var phase: Phase = .idle
  /// The notes, in the order that was asked for.
  public var rows: [NoteRow] = []
}
