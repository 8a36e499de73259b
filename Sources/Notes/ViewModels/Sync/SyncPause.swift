import NotesDomain

/// A part of the wait between two syncs.
struct SyncPause: Sendable, Hashable {
  /// Where a change ends the wait; empty for a rest that nothing ends.
  let origins: Set<ChangeOrigin>
  /// How long to wait at most, in milliseconds.
  let milliseconds: Int
}
