/// How much a vault holds.
public struct VaultSize: Sendable, Hashable {
  /// How many notes.
  public var notes: Int
  /// How many tombstones.
  public var tombstones: Int
  /// How many receipts.
  public var receipts: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - notes: How many notes.
  ///   - tombstones: How many tombstones.
  ///   - receipts: How many receipts.
  public init(notes: Int, tombstones: Int, receipts: Int) {
    self.notes = notes
    self.tombstones = tombstones
    self.receipts = receipts
  }
}
