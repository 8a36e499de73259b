import NotesDomain
import NotesServer
import NotesTestSupport
import Wiring

/// A rule of the server that is wrong, to show that it would be found.
enum BrokenRule: CaseIterable {
  case everyChangeIsAccepted
  case tombstonesCountAsAbsent
  case everyBatchIsExecuted
  case digestIsNotCompared
  case staleBatchesAreExecuted
  case horizonIsForgotten
  case floorDoesNotCount
  case lastForkCounts
  case restoreKeepsTheEpoch

  func replace(in overrides: inout Overrides) {
    switch self {
    case .everyChangeIsAccepted:
      overrides.replace((any AcceptanceRule).self, with: Acceptance { _, _ in nil })
    case .tombstonesCountAsAbsent:
      overrides.replace(
        (any AcceptanceRule).self,
        with: Acceptance { change, current in
          let revision = current.map { $0.isTombstone ? .none : $0.revision } ?? .none
          return change.base == revision ? nil : .conflict(revision: revision, isDeleted: false)
        })
    case .everyBatchIsExecuted:
      overrides.replace((any ReceiptRule).self, with: Receipts { _, _, _ in .execute })
    case .digestIsNotCompared:
      overrides.replace((any BatchDigest).self, with: ConstantDigest())
    case .staleBatchesAreExecuted:
      overrides.replace(
        (any ReceiptRule).self,
        with: Receipts { batch, digest, receipt in
          guard let receipt, receipt.number == batch.number else { return .execute }
          return receipt.digest == digest ? .repeatResults(receipt.results) : .forked
        })
    case .horizonIsForgotten:
      overrides.replace((any HorizonRule).self, with: Horizon { _, _ in false })
    case .floorDoesNotCount:
      overrides.replace((any HorizonRule).self, with: Horizon { $0.after < $1.horizon })
    case .lastForkCounts:
      overrides.replace((any EpochChain).self, with: Epochs(countsLastForkOnly: true, beginsOnce: false))
    case .restoreKeepsTheEpoch:
      overrides.replace((any EpochChain).self, with: Epochs(countsLastForkOnly: false, beginsOnce: true))
    }
  }
}

private struct Acceptance: AcceptanceRule {
  let judge: @Sendable (PushChange, VaultItemVersion?) -> PushResult?

  func objection(to change: PushChange, in context: AcceptanceContext) -> PushResult? {
    judge(change, context.current)
  }
}

private struct Receipts: ReceiptRule {
  let judge: @Sendable (PushBatch, [UInt8], BatchReceipt?) -> BatchDecision

  func decide(_ batch: PushBatch, digest: [UInt8], receipt: BatchReceipt?) -> BatchDecision {
    judge(batch, digest, receipt)
  }
}

private struct ConstantDigest: BatchDigest {
  func digest(of changes: [PushChange]) -> [UInt8] { [] }
}

private struct Horizon: HorizonRule {
  let judge: @Sendable (ChangesRequest, VaultState) -> Bool

  func mustResync(_ request: ChangesRequest, in state: VaultState) -> Bool {
    judge(request, state)
  }
}

private struct Epochs: EpochChain {
  let countsLastForkOnly: Bool
  let beginsOnce: Bool
  private let randomness = SeededRandomness(seed: 99)

  init(countsLastForkOnly: Bool, beginsOnce: Bool) {
    self.countsLastForkOnly = countsLastForkOnly
    self.beginsOnce = beginsOnce
  }

  func begin(after state: VaultState?) -> VaultState {
    if let state, beginsOnce, !state.epochs.isEmpty { return state }
    var state = state ?? VaultState(epochs: [])
    state.epochs.append(VaultState.Start(epoch: Epoch(drawnFrom: randomness), head: state.head))
    return state
  }

  func forkedAt(_ epoch: Epoch?, in state: VaultState) -> Revision {
    guard let place = state.epochs.firstIndex(where: { $0.epoch == epoch }) else { return .none }
    let skipped = state.epochs[(place + 1)...].map(\.head)
    return (countsLastForkOnly ? skipped.last : skipped.min()) ?? state.head
  }

  func wentBack(behind seen: Revision, in state: VaultState) -> Bool {
    seen > state.head
  }
}
