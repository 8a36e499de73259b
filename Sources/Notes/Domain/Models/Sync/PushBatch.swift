/// Changes that a device sends together, under a number of its own.
///
/// A device has one batch under way at a time, and sends the same one until it has an answer. The vault remembers the last
/// number of each device with its answer, so that a batch takes effect once however often it arrives.
public struct PushBatch: Sendable, Hashable {
  /// The epoch that the device knows.
  public let epoch: Epoch
  /// The device.
  public let device: DeviceID
  /// The batch's number: 1 for a device's first, and one more for each.
  public let number: Int
  /// The changes, each of another note.
  public let changes: [PushChange]

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the device knows.
  ///   - device: The device.
  ///   - number: The batch's number among those of the device.
  ///   - changes: The changes, each of another note.
  public init(epoch: Epoch, device: DeviceID, number: Int, changes: [PushChange]) {
    self.epoch = epoch
    self.device = device
    self.number = number
    self.changes = changes
  }
}
