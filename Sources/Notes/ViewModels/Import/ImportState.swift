public import NotesDomain

/// How far an import is, and what came of it.
public struct ImportState: Sendable, Hashable {
  /// How far the import is.
  public var phase: Phase = .idle
  /// How many files there are.
  public var total = 0
  /// How many of them were looked at.
  public var finished = 0
  /// Notes that are new.
  public var added = 0
  /// Notes that changed since their file did.
  public var updated = 0
  /// Files that brought nothing new.
  public var unchanged = 0
  /// Files that changed while their note did too: both texts are kept, in two notes.
  public var keptBoth = 0
  /// Files that could not be imported, in the order of their paths.
  public var problems: [VaultProblem] = []
}
