/// Where a vault stands.
package struct VaultState: Sendable, Hashable {
  /// An epoch of the vault.
  package struct Start: Sendable, Hashable {
    /// The epoch.
    package let epoch: Epoch
    /// The vault's head when it began.
    package let head: Revision

    /// Creates the start of an epoch.
    ///
    /// - Parameters:
    ///   - epoch: The epoch.
    ///   - head: The vault's head when it began.
    package init(epoch: Epoch, head: Revision) {
      self.epoch = epoch
      self.head = head
    }
  }

  /// The vault's epochs, oldest first; the last is the present one.
  package var epochs: [Start]
  /// The revision of the last change.
  package var head: Revision
  /// The revision up to which tombstones may have been forgotten.
  package var horizon: Revision

  /// Creates the state of a vault.
  ///
  /// - Parameters:
  ///   - epochs: The vault's epochs, oldest first.
  ///   - head: The revision of the last change.
  ///   - horizon: The revision up to which tombstones may have been forgotten.
  package init(epochs: [Start], head: Revision = .none, horizon: Revision = .none) {
    self.epochs = epochs
    self.head = head
    self.horizon = horizon
  }

  /// Begins a new epoch at the vault's head.
  ///
  /// - Parameter randomness: Where the epoch's name comes from.
  package mutating func beginEpoch(drawnFrom randomness: any Randomness) {
    epochs.append(Start(epoch: Epoch(drawnFrom: randomness), head: head))
  }
}

/// The name of a vault: the notes that the devices of one person share.
package struct VaultID: Sendable, Hashable {
  /// The vault of those who have only one.
  package static let main = VaultID(unchecked: "main")

  /// The name.
  package let name: String

  /// Reads a name.
  ///
  /// - Parameter text: 1 to 64 lower-case letters, digits and hyphens, as they can stand in a URL.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isName, 1...64 ~= text.utf8.count else { return nil }
    name = text
  }

  /// Draws the name of a new vault, which nobody can guess.
  ///
  /// - Parameter randomness: Where the bits come from.
  package init(drawnFrom randomness: any Randomness) {
    name = DeviceID(drawnFrom: randomness).description
  }

  private init(unchecked name: String) {
    self.name = name
  }
}

/// How much a vault holds.
package struct VaultSize: Sendable, Hashable {
  /// How many notes.
  package var notes: Int
  /// How many tombstones.
  package var tombstones: Int
  /// How many receipts.
  package var receipts: Int
  /// How many bytes the notes have.
  package var payloadBytes: Int
  /// How many blobs, those included of which only the beginning is there.
  package var blobs: Int
  /// How many bytes the blobs have, or will have once all of them is there.
  package var blobBytes: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - notes: How many notes.
  ///   - tombstones: How many tombstones.
  ///   - receipts: How many receipts.
  ///   - payloadBytes: How many bytes the notes have.
  ///   - blobs: How many blobs.
  ///   - blobBytes: How many bytes the blobs have.
  package init(
    notes: Int, tombstones: Int, receipts: Int, payloadBytes: Int = 0, blobs: Int = 0, blobBytes: Int = 0
  ) {
    self.notes = notes
    self.tombstones = tombstones
    self.receipts = receipts
    self.payloadBytes = payloadBytes
    self.blobs = blobs
    self.blobBytes = blobBytes
  }

  /// How many bytes count against a limit: those of notes and of blobs.
  package var bytes: Int { payloadBytes + blobBytes }
}

/// An item of a vault, as the vault keeps it: which note, since when, and bytes that mean nothing to the vault.
package struct VaultItem: Sendable, Hashable {
  /// The note.
  package let id: NoteID
  /// The revision at which the vault accepted this version.
  package let revision: Revision
  /// The note as ``NotePayload`` writes it; `nil` for a tombstone, the mark of a note that was deleted.
  package let payload: [UInt8]?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - revision: The revision at which the vault accepted this version.
  ///   - payload: The note's bytes; `nil` for a tombstone.
  package init(id: NoteID, revision: Revision, payload: [UInt8]?) {
    self.id = id
    self.revision = revision
    self.payload = payload
  }

  /// Whether this is the mark of a note that was deleted.
  package var isTombstone: Bool { payload == nil }
}

/// Which version of an item a vault holds.
package struct VaultItemVersion: Sendable, Hashable {
  /// The version's revision.
  package let revision: Revision
  /// Whether it is a tombstone.
  package let isTombstone: Bool
  /// How many bytes its payload has.
  package let payloadBytes: Int

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - revision: The version's revision.
  ///   - isTombstone: Whether it is a tombstone.
  ///   - payloadBytes: How many bytes its payload has.
  package init(revision: Revision, isTombstone: Bool, payloadBytes: Int = 0) {
    self.revision = revision
    self.isTombstone = isTombstone
    self.payloadBytes = payloadBytes
  }
}
