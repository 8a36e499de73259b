import NotesDomain

/// One batch after the other: the same one again is answered again, anything else out of turn is not executed.
struct StandardReceiptRule: ReceiptRule {
  func decide(_ batch: PushBatch, digest: [UInt8], receipt: BatchReceipt?) -> BatchDecision {
    let last = receipt?.number ?? 0
    if let receipt, batch.number == last {
      return digest == receipt.digest ? .repeatResults(receipt.results) : .forked
    }
    return batch.number - 1 == last ? .execute : .stale
  }
}
