/// An item of a vault, as the vault keeps it: which note, since when, and bytes that mean nothing to the vault.
public struct VaultItem: Sendable, Hashable {
  /// The note.
  public let id: NoteID
  /// The revision at which the vault accepted this version.
  public let revision: Revision
  /// The note as ``NotePayload`` writes it; `nil` for a tombstone, the mark of a note that was deleted.
  public let payload: [UInt8]?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - revision: The revision at which the vault accepted this version.
  ///   - payload: The note's bytes; `nil` for a tombstone.
  public init(id: NoteID, revision: Revision, payload: [UInt8]?) {
    self.id = id
    self.revision = revision
    self.payload = payload
  }

  /// Whether this is the mark of a note that was deleted.
  public var isTombstone: Bool { payload == nil }
}
