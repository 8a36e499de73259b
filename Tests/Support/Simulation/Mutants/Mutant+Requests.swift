import NotesDomain
import NotesSync

extension Mutant {
  /// Faults in applying results of the vault, and in changing epochs.
  static let acknowledging: [Mutant] = [
    acknowledge("an answer takes what stands here for what was sent") { item, _, result, next in
      guard case .applied(let revision) = result else { return next }
      return SyncItem(revision: revision, base: item.local, local: item.local)
    },
    acknowledge("a conflict with nothing is passed over") { item, _, result, next in
      if case .conflict(.none, _) = result { item } else { next }
    },
    acknowledge("a conflict moves the revision, but not the text") { item, _, result, next in
      guard case .conflict(let revision, false) = result, revision > .none else { return next }
      return SyncItem(revision: revision, base: item.base, local: item.local)
    },
    acknowledge("a conflict counts as success") { item, sent, result, next in
      guard case .conflict(let revision, _) = result else { return next }
      return SyncItem(revision: revision, base: sent, local: item.local)
    },
    acknowledge("an answer forgets the revision") { item, sent, result, next in
      guard case .applied = result else { return next }
      return SyncItem(revision: item.revision, base: sent, local: item.local)
    },
    acknowledge(
      "a deletion that was accepted is kept in mind",
      { item, sent, result, next in
        guard case .applied(let revision) = result, sent == nil, item.local == nil else { return next }
        return SyncItem(revision: revision, base: nil, local: nil)
      }),
    epoch("another epoch takes what is here for part of it") { next, _ in next.forkedAt = nil },
    epoch("another epoch begins where the last one ended") { next, before in
      next.cursor = before.cursor
      next.snapshot = nil
    },
    sync("a device that was copied keeps its name", in: "renameDevice") {
      $0.renameDevice = { [standard = $0.renameDevice] state, _ in standard(state, state.device) }
    },
    sync("what the vault deleted is taken for lost", in: "isLost") { $0.isLost = { _, _ in true } },
  ]

  /// Faults that need two programs and several events during one request, which random histories seldom contain. Written
  /// histories show them.
  static let interleaving: [Mutant] = [
    sync("a page does not wait for the batch", in: "canReceive, acknowledge and hasMissed") {
      $0.canReceive = { _ in true }
      $0.acknowledge = { [standard = $0.acknowledge] item, _, sent, result in
        standard(item, item.revision, sent, result)
      }
      $0.hasMissed = { _, _, _, _ in false }
    },
    sync("a batch does not wait for the snapshot", in: "canSend") { $0.canSend = { _ in true } },
  ]

  private typealias Change = @Sendable (SyncItem, Note?, PushResult, SyncItem?) -> SyncItem?

  private static func acknowledge(_ name: String, _ change: @escaping Change) -> Mutant {
    sync(name, in: "acknowledge") {
      $0.acknowledge = { [standard = $0.acknowledge] item, base, sent, result in
        change(item, sent, result, standard(item, base, sent, result))
      }
    }
  }

  private static func epoch(
    _ name: String, _ edit: @escaping @Sendable (inout SyncState, SyncState) -> Void
  ) -> Mutant {
    sync(name, in: "enterEpoch") {
      $0.enterEpoch = { [standard = $0.enterEpoch] change, state, holdsVersions, device in
        var next = standard(change, state, holdsVersions, device)
        edit(&next, state)
        return next
      }
    }
  }
}

extension Mutant {
  /// Faults in requests and batches.
  static let asking: [Mutant] = [
    ask("a snapshot has no floor") { state, request in
      if state.snapshot != nil { request.floor = nil }
    },
    ask("nothing has a floor") { _, request in request.floor = nil },
    ask("one revision is skipped") { _, request in request.after = request.after.next },
    wrapping("a batch out of turn counts as accepted", \.transport, in: "SyncTransport") { StaleIsSuccess(inner: $0) },
    batch("a batch that was answered keeps its number") { batch in batch.number = 1 },
    batch("a batch says nothing of deletions") { batch in batch.changes.removeAll { $0.payload == nil } },
  ]

  private static func ask(
    _ name: String, _ change: @escaping @Sendable (SyncState, inout ChangesRequest) -> Void
  ) -> Mutant {
    sync(name, in: "request") {
      $0.request = { [standard = $0.request] state, limit in
        var request = standard(state, limit)
        change(state, &request)
        return request
      }
    }
  }

  /// A mutant that changes batches. Without changes, there is none.
  static func batch(_ name: String, _ change: @escaping @Sendable (inout PushBatch) -> Void) -> Mutant {
    sync(name, in: "batch") {
      $0.batch = { [standard = $0.batch] state, epoch, transaction, ready in
        guard var batch = try standard(state, epoch, transaction, ready) else { return nil }
        change(&batch)
        return batch.changes.isEmpty ? nil : batch
      }
    }
  }

  private struct StaleIsSuccess: SyncTransport {
    let inner: any SyncTransport

    func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
      let reply = try await inner.push(batch)
      guard reply == .staleBatch || reply == .deviceForked else { return reply }
      let highest = batch.changes.map(\.base.number).max() ?? 0
      return .results(batch.changes.indices.map { .applied(Revision(highest + 1 + Int64($0))) })
    }

    func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
      try await inner.changes(request)
    }
  }
}
