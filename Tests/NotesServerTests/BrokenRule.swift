import NotesDomain
import NotesHosting
import NotesServer

/// A broken rule of the server, which the random histories must detect.
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
  case plainTextIsAccepted
  case deletionsAreAccepted
  case anythingIsAKeyring

  func apply(to rules: inout ServerRules) {
    switch self {
    case .everyChangeIsAccepted:
      rules.conflict = { _, _ in nil }
    case .tombstonesCountAsAbsent:
      rules.conflict = { change, current in
        let revision = current.map { $0.isTombstone ? Revision.none : $0.revision } ?? Revision.none
        return change.base == revision ? nil : .conflict(revision: revision, isDeleted: false)
      }
    case .everyBatchIsExecuted:
      rules.decide = { _, _, _ in .execute }
    case .digestIsNotCompared:
      rules.decide = { [standard = rules.decide] batch, digest, receipt in
        standard(batch, receipt?.digest ?? digest, receipt)
      }
    case .staleBatchesAreExecuted:
      rules.decide = { batch, digest, receipt in
        guard let receipt, receipt.number == batch.number else { return .execute }
        return receipt.digest == digest ? .repeatResults(receipt.results) : .forked
      }
    case .horizonIsForgotten:
      rules.mustResync = { _, _ in false }
    case .floorDoesNotCount:
      rules.mustResync = { request, state in request.after < state.horizon }
    case .lastForkCounts:
      rules.forkPoint = { epoch, state in
        guard let index = state.epochs.firstIndex(where: { $0.epoch == epoch }) else { return .none }
        return state.epochs[(index + 1)...].last?.head ?? state.head
      }
    case .restoreKeepsTheEpoch:
      rules.beginEpoch = { [standard = rules.beginEpoch] state in
        if let state, !state.epochs.isEmpty { return state }
        return standard(state)
      }
    case .plainTextIsAccepted:
      rules.isPlain = { _, _ in false }
    case .deletionsAreAccepted:
      rules.isPlain = { [standard = rules.isPlain] change, isEncrypted in
        change.payload != nil && standard(change, isEncrypted)
      }
    case .anythingIsAKeyring:
      rules.isPlain = { [standard = rules.isPlain] change, isEncrypted in
        change.id != Keyring.item && standard(change, isEncrypted)
      }
    }
  }
}
