import NotesDomain
import NotesSync
import Wiring

extension Mutant {
  /// What becomes of a note when the vault has answered.
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
    {
      var mutant = Mutant("a device that was copied keeps its name", in: "EpochRule")
      mutant.aroundDevice = { binder in
        binder.decorate((any EpochRule).self) { (inner: any EpochRule) -> any EpochRule in KeptName(inner: inner) }
      }
      return mutant
    }(),
    {
      var mutant = Mutant("what the vault deleted is taken for lost", in: "AbsenceRule")
      mutant.device = { $0.replace((any AbsenceRule).self, with: EverythingIsLost()) }
      return mutant
    }(),
  ]

  private typealias Change = @Sendable (SyncItem, Note?, PushResult, SyncItem?) -> SyncItem?

  private static func acknowledge(_ name: String, _ change: @escaping Change) -> Mutant {
    var mutant = Mutant(name, in: "AcknowledgementRule")
    mutant.aroundDevice = { binder in
      binder.decorate((any AcknowledgementRule).self) { (inner: any AcknowledgementRule) -> any AcknowledgementRule in
        OtherAcknowledgement(inner: inner, change: change)
      }
    }
    return mutant
  }

  private static func epoch(
    _ name: String, _ change: @escaping @Sendable (inout SyncState, SyncState) -> Void
  ) -> Mutant {
    var mutant = Mutant(name, in: "EpochRule")
    mutant.aroundDevice = { binder in
      binder.decorate((any EpochRule).self) { (inner: any EpochRule) -> any EpochRule in
        OtherEpoch(inner: inner, change: change)
      }
    }
    return mutant
  }

  private struct OtherAcknowledgement: AcknowledgementRule {
    let inner: any AcknowledgementRule
    let change: Change

    func settle(_ item: SyncItem, sent: Note?, _ result: PushResult) -> SyncItem? {
      change(item, sent, result, inner.settle(item, sent: sent, result))
    }
  }

  private struct OtherEpoch: EpochRule {
    let inner: any EpochRule
    let change: @Sendable (inout SyncState, SyncState) -> Void

    func enter(_ change: EpochChange, from state: SyncState, holdsVersions: Bool, as device: DeviceID) -> SyncState {
      var next = inner.enter(change, from: state, holdsVersions: holdsVersions, as: device)
      self.change(&next, state)
      return next
    }

    func rename(_ state: SyncState, as device: DeviceID) -> SyncState { inner.rename(state, as: device) }
  }

  private struct KeptName: EpochRule {
    let inner: any EpochRule

    func enter(_ change: EpochChange, from state: SyncState, holdsVersions: Bool, as device: DeviceID) -> SyncState {
      inner.enter(change, from: state, holdsVersions: holdsVersions, as: device)
    }

    func rename(_ state: SyncState, as device: DeviceID) -> SyncState { inner.rename(state, as: state.device) }
  }

  private struct EverythingIsLost: AbsenceRule {
    func isLost(_ item: SyncItem, forkedAt: Revision?) -> Bool { true }
  }
}

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
