/// How much a server takes and gives at once.
public struct ServerSettings: Sendable, Hashable {
  /// The most changes in one batch.
  public var maximumChanges = 1000
  /// The most bytes of payload in one batch of several changes. A change that comes alone is judged by itself, so that a
  /// device learns which item it is that is too large.
  public var maximumBatchBytes = 16_000_000
  /// The most bytes of payload of one item. A device makes none above 10 MB and a little.
  public var maximumItemBytes = 12_000_000
  /// The most notes in one vault; `nil` for any number.
  public var maximumNotes: Int?
  /// The most bytes of one blob.
  public var maximumBlobBytes = 512_000_000
  /// The most bytes in one vault, of notes and blobs together; `nil` for any number.
  public var maximumVaultBytes: Int?
  /// Whether a vault is there only as long as its account is. Otherwise the first batch or question makes one.
  public var vaultsNeedAccounts = false
  /// The most items of one page, whatever is asked for.
  public var maximumPageItems = 1000
  /// About the most bytes of payload of one page, unless one item alone has more.
  public var pageBytes = 4_000_000

  /// Creates settings that suit notes.
  public init() {}
}
