import NotesDomain
import NotesSync
import Wiring

extension Mutant {
  /// What a device asks, and what it makes of the answer.
  static let asking: [Mutant] = [
    ask("a snapshot has no floor") { state, request in
      state.snapshot == nil
        ? request : ChangesRequest(epoch: request.epoch, after: request.after, floor: nil, limit: request.limit)
    },
    ask("nothing has a floor") { _, request in
      ChangesRequest(epoch: request.epoch, after: request.after, floor: nil, limit: request.limit)
    },
    ask("one revision is skipped") { _, request in
      ChangesRequest(epoch: request.epoch, after: request.after.next, floor: request.floor, limit: request.limit)
    },
    {
      var mutant = Mutant("a batch out of turn counts as accepted", in: "SyncTransport")
      mutant.transport = { StaleIsSuccess(inner: $0) }
      return mutant
    }(),
    {
      var mutant = Mutant("a batch that was answered keeps its number", in: "BatchRule")
      mutant.aroundDevice = { binder in
        binder.decorate((any BatchRule).self) { (inner: any BatchRule) -> any BatchRule in FirstNumber(inner: inner) }
      }
      return mutant
    }(),
    {
      var mutant = Mutant("a batch says nothing of deletions", in: "BatchRule")
      mutant.aroundDevice = { binder in
        binder.decorate((any BatchRule).self) { (inner: any BatchRule) -> any BatchRule in NoDeletions(inner: inner) }
      }
      return mutant
    }(),
  ]

  private static func ask(
    _ name: String, _ change: @escaping @Sendable (SyncState, ChangesRequest) -> ChangesRequest
  ) -> Mutant {
    var mutant = Mutant(name, in: "RequestRule")
    mutant.aroundDevice = { binder in
      binder.decorate((any RequestRule).self) { (inner: any RequestRule) -> any RequestRule in
        OtherRequest(inner: inner, change: change)
      }
    }
    return mutant
  }

  private struct OtherRequest: RequestRule {
    let inner: any RequestRule
    let change: @Sendable (SyncState, ChangesRequest) -> ChangesRequest

    func request(_ state: SyncState, limit: Int) -> ChangesRequest {
      change(state, inner.request(state, limit: limit))
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

  private struct FirstNumber: BatchRule {
    let inner: any BatchRule

    func batch(
      _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
    ) throws(StoreError) -> PushBatch? {
      try inner.batch(state, in: epoch, from: transaction).map { batch in
        PushBatch(epoch: batch.epoch, device: batch.device, number: 1, changes: batch.changes)
      }
    }
  }

  private struct NoDeletions: BatchRule {
    let inner: any BatchRule

    func batch(
      _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
    ) throws(StoreError) -> PushBatch? {
      guard let batch = try inner.batch(state, in: epoch, from: transaction) else { return nil }
      let edits = batch.changes.filter { $0.payload != nil }
      return edits.isEmpty
        ? nil : PushBatch(epoch: batch.epoch, device: batch.device, number: batch.number, changes: edits)
    }
  }
}
