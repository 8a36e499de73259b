public import NotesDomain

/// What is shown of sync.
public struct SyncViewState: Sendable, Hashable {
  /// How far the last action is.
  public var phase: Phase = .idle
  /// What the sync under way is doing; `nil` when there is none, or it has not said yet.
  public var progress: SyncProgress?
  /// What the last sync did; `nil` when it did not come to its end.
  public var summary: SyncSummary?
  /// Where this device stood after the last sync or look; `nil` before.
  public var status: SyncStatus?
  /// The shortest beginnings of the ids of the notes that are left out.
  public var shortIDs: [NoteID: String] = [:]

  /// A pull that waits for a person to decide; `nil` when there is none.
  public var brake: DeletionBrake? {
    if case .failed(.sync(.braked(let brake))) = phase { brake } else { status?.brake }
  }
}
