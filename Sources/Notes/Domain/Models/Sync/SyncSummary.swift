/// What a sync did.
public struct SyncSummary: Sendable, Hashable {
  /// How many changes the vault took.
  public var sent = 0
  /// How many changes came from the vault.
  public var received = 0
  /// How many notes were deleted here by changes from the vault.
  public var deleted = 0
  /// How many notes were merged from a text of this device and one of the vault.
  public var merged = 0
  /// How many texts of this device went into a copy, since they could not be merged.
  public var copied = 0
  /// How many notes are left out, since the vault refuses them or this program cannot read them.
  public var blocked = 0

  /// Creates the summary of a sync that did nothing.
  public init() {}
}
