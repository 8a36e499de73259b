public import NotesDomain

/// What is shown of a whole store.
public struct StatisticsState: Sendable, Hashable {
  /// How far the counting is.
  public var phase: Phase = .idle
  /// How much there is.
  public var statistics = NoteStatistics()
}
