import NotesDomain
import NotesServer
import Wiring

extension Mutant {
  /// What the server takes.
  static let accepting: [Mutant] = [
    accept("no compare-and-swap") { _, _, _ in nil },
    accept("a deletion needs no base") { change, _, objection in change.payload == nil ? nil : objection },
    receive("no digest") { batch, _, receipt, decision in
      if let receipt, batch.number == receipt.number { .repeatResults(receipt.results) } else { decision }
    },
    receive("no receipts") { _, _, _, _ in .execute },
    receive("a repeated batch is refused") { _, _, _, decision in
      if case .repeatResults = decision { .stale } else { decision }
    },
  ]

  private static func accept(
    _ name: String, _ change: @escaping @Sendable (PushChange, VaultItemVersion?, PushResult?) -> PushResult?
  ) -> Mutant {
    var mutant = Mutant(name, in: "AcceptanceRule")
    mutant.aroundServer = { binder in
      binder.decorate((any AcceptanceRule).self) { (inner: any AcceptanceRule) -> any AcceptanceRule in
        OtherAcceptance(inner: inner, change: change)
      }
    }
    return mutant
  }

  private typealias Decide = @Sendable (PushBatch, [UInt8], BatchReceipt?, BatchDecision) -> BatchDecision

  private static func receive(_ name: String, _ change: @escaping Decide) -> Mutant {
    var mutant = Mutant(name, in: "ReceiptRule")
    mutant.aroundServer = { binder in
      binder.decorate((any ReceiptRule).self) { (inner: any ReceiptRule) -> any ReceiptRule in
        OtherReceipt(inner: inner, change: change)
      }
    }
    return mutant
  }

  private struct OtherAcceptance: AcceptanceRule {
    let inner: any AcceptanceRule
    let change: @Sendable (PushChange, VaultItemVersion?, PushResult?) -> PushResult?

    func objection(to change: PushChange, in circumstances: Circumstances) -> PushResult? {
      self.change(change, circumstances.current, inner.objection(to: change, in: circumstances))
    }
  }

  private struct OtherReceipt: ReceiptRule {
    let inner: any ReceiptRule
    let change: Decide

    func decide(_ batch: PushBatch, digest: [UInt8], receipt: BatchReceipt?) -> BatchDecision {
      change(batch, digest, receipt, inner.decide(batch, digest: digest, receipt: receipt))
    }
  }
}
