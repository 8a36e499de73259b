/// A vault's answer to a batch.
public enum PushReply: Sendable, Hashable {
  /// The batch was executed, now or when it came the first time: a result for each change, in the batch's order.
  case results([PushResult])
  /// The vault is in another epoch; nothing was executed.
  case epochChanged(EpochChange)
  /// The batch is not the one after the device's last; nothing was executed.
  case staleBatch
  /// The device's last batch had this number and other changes, so that two devices count under one name; nothing was
  /// executed.
  case deviceForked
}
