public import NotesDomain

/// What is about to be, or was, removed for good.
public struct PurgeState: Sendable, Hashable {
  /// How far the last action is.
  public var phase: Phase = .idle
  /// The notes in the trash that were selected.
  public var candidates: [NoteSummary] = []
  /// The notes that are gone.
  public var purged: [NoteID] = []
}
