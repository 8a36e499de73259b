/// How much a server keeps.
public struct ServerStatistics: Sendable, Hashable {
  /// How many accounts.
  public var accounts: Int
  /// How many devices are signed in.
  public var devices: Int
  /// How many vaults that a device has asked for, those without an account included.
  public var vaults: Int
  /// How many notes, in all vaults.
  public var notes: Int
  /// How many tombstones.
  public var tombstones: Int
  /// How many receipts.
  public var receipts: Int
  /// How many bytes the notes have, as they are kept.
  public var noteBytes: Int
  /// How many blobs, those included of which only the beginning is there.
  public var blobs: Int
  /// How many bytes they have, or will have once all of them is there.
  public var blobBytes: Int
  /// The version of the store's tables.
  public var schema: Int
  /// How many bytes the store takes on the disk.
  public var storeBytes: Int

  /// Creates statistics.
  ///
  /// - Parameters:
  ///   - accounts: How many accounts.
  ///   - devices: How many devices are signed in.
  ///   - vaults: How many vaults.
  ///   - notes: How many notes.
  ///   - tombstones: How many tombstones.
  ///   - receipts: How many receipts.
  ///   - noteBytes: How many bytes the notes have.
  ///   - blobs: How many blobs.
  ///   - blobBytes: How many bytes they have.
  ///   - schema: The version of the store's tables.
  ///   - storeBytes: How many bytes the store takes on the disk.
  public init(
    accounts: Int = 0, devices: Int = 0, vaults: Int = 0, notes: Int = 0, tombstones: Int = 0, receipts: Int = 0,
    noteBytes: Int = 0, blobs: Int = 0, blobBytes: Int = 0, schema: Int = 0, storeBytes: Int = 0
  ) {
    self.accounts = accounts
    self.devices = devices
    self.vaults = vaults
    self.notes = notes
    self.tombstones = tombstones
    self.receipts = receipts
    self.noteBytes = noteBytes
    self.blobs = blobs
    self.blobBytes = blobBytes
    self.schema = schema
    self.storeBytes = storeBytes
  }
}
