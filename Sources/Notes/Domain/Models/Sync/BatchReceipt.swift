/// A vault's memory of a device's last batch.
public struct BatchReceipt: Sendable, Hashable {
  /// The device.
  public let device: DeviceID
  /// The batch's number.
  public let number: Int
  /// The fingerprint of the batch's changes.
  public let digest: [UInt8]
  /// What became of each change.
  public let results: [PushResult]
  /// The vault's head after the batch.
  public let head: Revision

  /// Creates a receipt.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - number: The batch's number.
  ///   - digest: The fingerprint of the batch's changes.
  ///   - results: What became of each change.
  ///   - head: The vault's head after the batch.
  public init(device: DeviceID, number: Int, digest: [UInt8], results: [PushResult], head: Revision) {
    self.device = device
    self.number = number
    self.digest = digest
    self.results = results
    self.head = head
  }
}
