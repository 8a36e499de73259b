import NotesDomain

extension SyncState {
  /// Whether an answer to a question that was asked at one place can be taken at another.
  func isAtSamePlace(as other: SyncState) -> Bool {
    epoch == other.epoch && cursor == other.cursor && floor == other.floor && snapshot == other.snapshot
      && forkedAt == other.forkedAt
  }
}
