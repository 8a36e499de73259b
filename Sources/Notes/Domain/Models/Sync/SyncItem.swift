/// A note as sync sees it on this device: what the vault holds, as far as known here, and what stands here.
///
/// | state | how it shows |
/// |---|---|
/// | clean | ``base`` and ``local`` are the same |
/// | dirty | they differ |
/// | to be deleted | ``base`` is there, ``local`` is not |
/// | blocked | ``block`` is there |
public struct SyncItem: Sendable, Hashable {
  /// The revision of ``base``; ``Revision/none`` when the vault holds no version.
  public var revision: Revision
  /// The vault's version, as last seen; `nil` when it holds none, or a tombstone.
  public var base: Note?
  /// The version of this device; `nil` when the note was deleted here.
  public var local: Note?
  /// Why the note is left out of sync; `nil` when it is not.
  public var block: SyncBlock?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - revision: The revision of the vault's version.
  ///   - base: The vault's version, as last seen.
  ///   - local: The version of this device.
  ///   - block: Why the note is left out of sync.
  public init(revision: Revision, base: Note?, local: Note?, block: SyncBlock? = nil) {
    self.revision = revision
    self.base = base
    self.local = local
    self.block = block
  }

  /// Whether this device has something to tell.
  public var isDirty: Bool { base != local }
}
