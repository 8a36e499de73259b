import NotesDomain

/// Sees to it that the vault holds what changes refer to before it hears of them.
struct BlobProvision: Sendable {
  let store: any SyncStore
  let sender: BlobSender

  init(store: any SyncStore, sender: BlobSender) {
    self.store = store
    self.sender = sender
  }

  /// Brings the blobs of some changes to the vault. A change whose blob the vault does not take, or that nobody has, is left
  /// out of sync with its note; the others are not touched by it.
  func provide(for changes: [PushChange], _ run: inout SyncRun) async throws(SyncError) {
    for change in changes {
      for digest in change.blobs where !run.vault.contains(digest) {
        let refusal: Refusal
        switch try await sender.send(digest, report: run.report) {
        case .known:
          run.vault.insert(digest)
          continue
        case .sent:
          run.vault.insert(digest)
          run.summary.attachmentsSent += 1
          continue
        case .absent: refusal = .missingBlob
        case .refused(let reason): refusal = reason
        }
        if try await leaveOut(change, because: refusal) { run.summary.blocked += 1 }
        break
      }
    }
  }

  /// - Returns: Whether the note is left out; an edit made meanwhile may be what makes it acceptable.
  private func leaveOut(_ change: PushChange, because refusal: Refusal) async throws(SyncError) -> Bool {
    try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) in
        guard var item = try transaction.item(change.id), item.local.map(NotePayload.encode) == change.payload else {
          return false
        }
        item.block = .refused(refusal)
        try transaction.save(item, for: change.id)
        return true
      }
    }
  }
}
