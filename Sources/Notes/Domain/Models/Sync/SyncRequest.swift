/// What is asked of a sync.
public struct SyncRequest: Sendable, Hashable {
  /// What to do when the vault deletes more notes here than a person is likely to have meant.
  public enum Deletions: Sendable, Hashable, CaseIterable {
    /// Stop, and have a person decide.
    case ask
    /// Delete them.
    case accept
    /// Keep them, and bring them back to the vault.
    case keep
  }

  /// What to do about many deletions.
  public var deletions: Deletions
  /// Whether notes that the vault refused are tried once more.
  public var retriesRefused: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - deletions: What to do about many deletions.
  ///   - retriesRefused: Whether notes that the vault refused are tried once more.
  public init(deletions: Deletions = .ask, retriesRefused: Bool = false) {
    self.deletions = deletions
    self.retriesRefused = retriesRefused
  }
}
