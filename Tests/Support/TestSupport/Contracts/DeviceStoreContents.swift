import NotesDomain

/// All that one can ask a ``DeviceStore`` for, to be compared.
struct DeviceStoreContents: Sendable, Equatable {
  let notes: [Note]
  let sets: [ChangeSet]
  let conflicts: [NoteConflict]
  let state: SyncState?
  let counts: SyncCounts
  let items: [NoteID: SyncItem]
  let pending: [NoteID]
  let blocked: [NoteID]
  let unreadable: [VaultItem]
  let batch: PushBatch?
  let staged: [VaultItem]
  let unstaged: [NoteID]
  let conflictCount: Int
}
