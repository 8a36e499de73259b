import NotesDomain

/// The limits and times of sync.
package struct SyncSettings: Sendable, Hashable {
  /// The maximum number of changes in a batch.
  package var batchItems: Int
  /// The approximate maximum number of bytes of the notes in a batch; a larger note is sent alone. A batch is sent again as a
  /// whole, so that a link of 40 kB/s must carry it without a break, in half a minute.
  package var batchBytes: Int
  /// The maximum number of items in a requested page.
  package var pageItems: Int
  /// The maximum number of bytes of an attachment in one request; at most ``BlobPiece/maximumBytes``.
  package var pieceBytes: Int
  /// The attempts of a request before the sync fails, and the waits between them.
  var retry: RetryPolicy
  /// The number of consecutive rounds without an accepted change after which the sync fails.
  package var fruitlessRounds: Int
  /// The number of deletions that a pull, or the reply to a batch, may make without a confirmation.
  package var brakeDeletions = 20
  /// The number of notes of which a pull, or the reply to a batch, may delete one without a confirmation.
  package var brakeFraction = 5
  /// The pause between two requests by which a watch listens to the vault.
  package var listenPause = Duration.milliseconds(250)
  /// The time for which a watch lets the vault wait for a change before it sends the next request. Proxies close connections
  /// that are quiet for a minute, some after half of one.
  package var listenTimeout = Duration.seconds(25)

  /// Creates settings.
  package init(
    batchItems: Int = 500, batchBytes: Int = 750_000, pageItems: Int = 1000, pieceBytes: Int = 1_000_000,
    attempts: Int = 5, firstDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30),
    fruitlessRounds: Int = 60
  ) {
    self.batchItems = batchItems
    self.batchBytes = batchBytes
    self.pageItems = pageItems
    self.pieceBytes = pieceBytes
    retry = RetryPolicy(attempts: attempts, firstDelay: firstDelay, maximumDelay: maximumDelay)
    self.fruitlessRounds = fruitlessRounds
  }
}
