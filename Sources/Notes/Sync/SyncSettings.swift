/// How sync goes about it.
package struct SyncSettings: Sendable, Hashable {
  /// The most changes in a batch.
  package var batchItems: Int
  /// About how many bytes of notes a batch holds at most; a note that is larger goes alone.
  package var batchBytes: Int
  /// The most items of a page that is asked for.
  package var pageItems: Int
  /// The most bytes of an attachment that go in one request; at most ``BlobPiece/maximumBytes``.
  package var pieceBytes: Int
  /// How often a request is tried before the sync fails.
  package var attempts: Int
  /// The longest wait before the second try, in milliseconds; it doubles with each.
  package var firstDelay: Int
  /// The longest wait before any try, in milliseconds. A sync whose vault asks for more fails instead.
  package var maximumDelay: Int
  /// How often in a row a batch may get through without effect, before the sync gives up.
  package var fruitlessRounds: Int
  /// How often a watch looks whether something changed on this device, in milliseconds.
  package var pollInterval = 250
  /// How long a watch has the vault wait for a change before it asks again, in milliseconds. Proxies cut off what is quiet for
  /// a minute, some after half of one.
  package var listenTimeout = 25_000

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - batchItems: The most changes in a batch.
  ///   - batchBytes: About how many bytes of notes a batch holds at most.
  ///   - pageItems: The most items of a page that is asked for.
  ///   - pieceBytes: The most bytes of an attachment that go in one request.
  ///   - attempts: How often a request is tried before the sync fails.
  ///   - firstDelay: The longest wait before the second try, in milliseconds.
  ///   - maximumDelay: The longest wait before any try, in milliseconds.
  ///   - fruitlessRounds: How often in a row a batch may get through without effect.
  package init(
    batchItems: Int = 500, batchBytes: Int = 2_000_000, pageItems: Int = 1000, pieceBytes: Int = 1_000_000,
    attempts: Int = 5, firstDelay: Int = 500, maximumDelay: Int = 30_000, fruitlessRounds: Int = 60
  ) {
    self.batchItems = batchItems
    self.batchBytes = batchBytes
    self.pageItems = pageItems
    self.pieceBytes = pieceBytes
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.fruitlessRounds = fruitlessRounds
  }
}
