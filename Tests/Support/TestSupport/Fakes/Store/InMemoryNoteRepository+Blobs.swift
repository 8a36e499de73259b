import NotesDomain

extension InMemoryNoteRepository {
  /// The blobs that something here refers to: notes as they are, versions that can be had back, what sync holds, and the
  /// texts of conflicts.
  var keptBlobs: Set<BlobDigest> {
    let state = guarded.contents
    var notes = state.notes.table.values + state.history.notes
    notes += state.items.table.values.compactMap(\.base)
    for conflict in state.conflicts.current {
      notes += [conflict.base, conflict.theirs, conflict.ours].compactMap(\.self)
    }
    let staged = state.staged.table.values.map { (id: $0.id, payload: $0.payload) }
    let sent = state.batch.current?.changes.map { (id: $0.id, payload: $0.payload) } ?? []
    for item in staged + sent {
      guard let note = item.payload.flatMap({ try? NotePayload.decode($0, as: item.id) }) else { continue }
      notes.append(note)
    }
    return Set(notes.flatMap(\.blobs))
  }

  /// Whether a note refers to a blob as the vault has it.
  func isInVault(_ digest: BlobDigest) -> Bool {
    guarded.contents.items.table.values.contains { $0.base?.blobs.contains(digest) == true }
  }
}
