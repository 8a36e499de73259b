import NotesDomain

/// Rings the bell of a vault after each batch that may have changed it.
struct RingingSyncService: SyncService {
  let inner: any SyncService
  let bell: VaultBell

  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    let reply = try await inner.push(batch, to: vault)
    if case .results(let results) = reply, results.contains(where: \.isApplied) { bell.ring(for: vault) }
    return reply
  }

  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await inner.changes(request, in: vault)
  }
}

extension PushResult {
  /// Whether the vault took the change.
  fileprivate var isApplied: Bool {
    if case .applied = self { true } else { false }
  }
}
