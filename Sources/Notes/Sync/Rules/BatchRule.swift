package import NotesDomain

/// Decides which changes a device sends together.
package protocol BatchRule: Sendable {
  /// The next batch; `nil` when there is nothing to send.
  ///
  /// - Parameters:
  ///   - state: Where the device stands.
  ///   - epoch: The epoch that it knows.
  ///   - transaction: Where the changes are.
  func batch(
    _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
  ) throws(StoreError) -> PushBatch?
}

/// Sends what is pending, as much as fits.
struct StandardBatchRule: BatchRule {
  let settings: SyncSettings

  init(settings: SyncSettings) {
    self.settings = settings
  }

  func batch(
    _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
  ) throws(StoreError) -> PushBatch? {
    var changes: [PushChange] = []
    var bytes = 0
    for id in try transaction.pending(limit: settings.batchItems) {
      guard let item = try transaction.item(id), item.isDirty else { continue }
      let change = PushChange(
        id: id, base: item.revision, payload: item.local.map(NotePayload.encode), blobs: item.local?.blobs ?? [])
      bytes += change.byteCount
      guard changes.isEmpty || bytes <= settings.batchBytes else { break }
      changes.append(change)
    }
    guard !changes.isEmpty else { return nil }
    return PushBatch(epoch: epoch, device: state.device, number: state.nextBatch, changes: changes)
  }
}
