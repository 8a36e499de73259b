/// How sync goes about it.
public struct SyncSettings: Sendable, Hashable {
  /// The most changes in a batch.
  public var batchItems: Int
  /// About how many bytes of notes a batch holds at most; a note that is larger goes alone.
  public var batchBytes: Int
  /// The most items of a page that is asked for.
  public var pageItems: Int
  /// The most bytes of an attachment that go in one request; at most ``BlobPiece/mostBytes``.
  public var pieceBytes: Int
  /// How often a request is tried before the sync fails.
  public var attempts: Int
  /// The longest wait before the second try, in milliseconds; it doubles with each.
  public var firstDelay: Int
  /// The longest wait before any try, in milliseconds. A sync whose vault asks for more fails instead.
  public var longestDelay: Int
  /// How often in a row a batch may get through without effect, before the sync gives up.
  public var fruitlessRounds: Int
  /// How often a watch looks whether something changed on this device, in milliseconds.
  public var lookingEvery = 250
  /// How long a watch has the vault wait for a change before it asks again, in milliseconds. Proxies cut off what is quiet for
  /// a minute, some after half of one.
  public var listening = 25_000

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - batchItems: The most changes in a batch.
  ///   - batchBytes: About how many bytes of notes a batch holds at most.
  ///   - pageItems: The most items of a page that is asked for.
  ///   - pieceBytes: The most bytes of an attachment that go in one request.
  ///   - attempts: How often a request is tried before the sync fails.
  ///   - firstDelay: The longest wait before the second try, in milliseconds.
  ///   - longestDelay: The longest wait before any try, in milliseconds.
  ///   - fruitlessRounds: How often in a row a batch may get through without effect.
  public init(
    batchItems: Int = 500, batchBytes: Int = 2_000_000, pageItems: Int = 1000, pieceBytes: Int = 1_000_000,
    attempts: Int = 5, firstDelay: Int = 500, longestDelay: Int = 30_000, fruitlessRounds: Int = 60
  ) {
    self.batchItems = batchItems
    self.batchBytes = batchBytes
    self.pageItems = pageItems
    self.pieceBytes = pieceBytes
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.fruitlessRounds = fruitlessRounds
  }
}
