package import NotesDomain

/// How a batch takes effect once, however often it arrives.
package protocol ReceiptRule: Sendable {
  /// Decides on a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - digest: The fingerprint of its changes.
  ///   - receipt: What the vault remembers of the device's last batch; `nil` when it remembers none.
  func decide(_ batch: PushBatch, digest: [UInt8], receipt: BatchReceipt?) -> BatchDecision
}
