/// How far a sync is.
public struct SyncProgress: Sendable, Hashable {
  /// What it is doing.
  public enum Activity: Sendable, Hashable {
    /// Asking the vault for changes.
    case receiving
    /// Telling the vault of changes.
    case sending
    /// Bringing the bytes of an attachment to the vault; what is counted are bytes.
    case uploading
    /// Fetching the bytes of an attachment; what is counted are bytes.
    case downloading
    /// Waiting before it tries once more, after something failed.
    case waiting(milliseconds: Int, after: TransportError)
  }

  /// What it is doing.
  public let activity: Activity
  /// How much of that is done.
  public let finished: Int
  /// How much there is of it, as far as known.
  public let total: Int

  /// Creates a progress.
  ///
  /// - Parameters:
  ///   - activity: What the sync is doing.
  ///   - finished: How much of that is done.
  ///   - total: How much there is of it.
  public init(_ activity: Activity, finished: Int, total: Int) {
    self.activity = activity
    self.finished = finished
    self.total = total
  }
}
