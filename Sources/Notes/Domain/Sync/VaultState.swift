/// The state of a vault.
package struct VaultState: Sendable, Hashable {
  /// The start of an epoch.
  package struct Start: Sendable, Hashable {
    package let epoch: Epoch
    /// The vault's head at the start of the epoch.
    package let head: Revision

    package init(epoch: Epoch, head: Revision) {
      self.epoch = epoch
      self.head = head
    }
  }

  /// The vault's epochs, oldest first. The last one is current.
  package var epochs: [Start]
  /// The revision of the last change.
  package var head: Revision
  /// The revision up to which tombstones may have been removed.
  package var horizon: Revision

  package init(epochs: [Start], head: Revision = .none, horizon: Revision = .none) {
    self.epochs = epochs
    self.head = head
    self.horizon = horizon
  }

  /// The number of epochs that a vault remembers; for a vault that is restored every day those of three months.
  ///
  /// A request is enough to begin an epoch, so their number must be limited. A device of a forgotten epoch needs a snapshot.
  package static let maximumEpochs = 100

  /// Starts a new epoch at the vault's head. Only the oldest epochs are forgotten, so that the fork points of the others stay
  /// known.
  package mutating func beginEpoch(using randomness: any Randomness) {
    epochs.append(Start(epoch: Epoch(using: randomness), head: head))
    epochs.removeFirst(max(0, epochs.count - Self.maximumEpochs))
  }
}

/// The name of a vault: the notes that the devices of one person share.
package struct VaultID: Sendable, Hashable {
  /// The default vault, where there are no accounts.
  package static let main = VaultID(unchecked: "main")

  package let name: String

  /// Parses 1 to 64 lower-case letters, digits and hyphens, which need no escape in a URL; `nil` for any other text.
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

  /// Creates an unguessable name for a new vault.
  package init(using randomness: any Randomness) {
    name = DeviceID(using: randomness).description
  }

  private init(unchecked name: String) {
    self.name = name
  }
}

/// The size of a vault: the number of each thing that it keeps, and their bytes.
package struct VaultSize: Sendable, Hashable {
  package var notes: Int
  package var tombstones: Int
  package var receipts: Int
  /// The total size of the notes' payloads, in bytes.
  package var payloadBytes: Int
  /// The number of blobs, including incomplete ones.
  package var blobs: Int
  /// The total size of the blobs in bytes, counting incomplete ones in full.
  package var blobBytes: Int
  /// The number of references of items to blobs.
  package var references: Int

  package init(
    notes: Int = 0, tombstones: Int = 0, receipts: Int = 0, payloadBytes: Int = 0, blobs: Int = 0, blobBytes: Int = 0,
    references: Int = 0
  ) {
    self.notes = notes
    self.tombstones = tombstones
    self.receipts = receipts
    self.payloadBytes = payloadBytes
    self.blobs = blobs
    self.blobBytes = blobBytes
    self.references = references
  }

  /// The number of bytes of the contents, of notes and blobs.
  package var bytes: Int { payloadBytes + blobBytes }

  /// The approximate number of bytes in a store, with the rows and indexes around the contents. They were measured in a
  /// server's SQLite file; for tiny notes they are most of it.
  package var storedBytes: Int {
    bytes + 120 * (notes + tombstones) + 1000 * receipts + 130 * references + 250 * blobs
  }

  /// Counts a version of an item in place of the one that the vault holds.
  ///
  /// The rules of the server decide by it, and each store counts by it what it writes.
  ///
  /// - Parameters:
  ///   - payload: The note; `nil` for a tombstone.
  ///   - version: The version that is replaced; `nil` for a new item.
  package mutating func count(_ payload: [UInt8]?, replacing version: VaultItemVersion?) {
    if let version {
      if version.isTombstone { tombstones -= 1 } else { notes -= 1 }
    }
    if payload == nil { tombstones += 1 } else { notes += 1 }
    payloadBytes += (payload?.count ?? 0) - (version?.payloadBytes ?? 0)
  }
}

/// An item of a vault: a version of a note, whose payload is opaque to the vault.
package struct VaultItem: Sendable, Hashable {
  package let id: NoteID
  /// The revision at which the vault accepted this version.
  package let revision: Revision
  /// The note as encoded by ``NotePayload``; `nil` for a tombstone, which marks a deleted note.
  package let payload: [UInt8]?

  package init(id: NoteID, revision: Revision, payload: [UInt8]?) {
    self.id = id
    self.revision = revision
    self.payload = payload
  }

  package var isTombstone: Bool { payload == nil }
}

/// The version of an item that a vault holds, without its payload.
package struct VaultItemVersion: Sendable, Hashable {
  package let revision: Revision
  package let isTombstone: Bool
  package let payloadBytes: Int

  package init(revision: Revision, isTombstone: Bool, payloadBytes: Int = 0) {
    self.revision = revision
    self.isTombstone = isTombstone
    self.payloadBytes = payloadBytes
  }
}

/// The limits of what a server keeps for one vault.
///
/// They count everything that takes space in the store, so that no kind of request fills the disk, and are checked against
/// ``VaultSize``, which costs the same for a small and for a large vault. A change that makes nothing larger is always
/// allowed: a vault above a limit that was lowered stays usable.
package struct VaultBudget: Sendable, Hashable {
  /// The maximum number of notes; `nil` for no limit.
  package var notes: Int?
  /// The maximum number of bytes, of everything; `nil` for no limit.
  package var bytes: Int?
  /// The maximum number of receipts. More than an account has devices: a vault in which each receipt is in use would forget
  /// them again and again.
  package var receipts: Int

  /// Creates a budget. The defaults suit a small machine.
  package init(notes: Int? = 200_000, bytes: Int? = 2_000_000_000, receipts: Int = 256) {
    self.notes = notes
    self.bytes = bytes
    self.receipts = receipts
  }

  /// The maximum number of notes and tombstones together. Tombstones that no device needs any more are purged on the
  /// operator's command.
  package var items: Int? { notes.map { $0 * 5 } }

  /// Returns whether a vault may change from one size to another.
  package func allows(_ next: VaultSize, after size: VaultSize) -> Bool {
    func isAllowed(_ next: Int, after present: Int, _ limit: Int?) -> Bool {
      guard let limit, next > present else { return true }
      return next <= limit
    }
    return isAllowed(next.notes, after: size.notes, notes)
      && isAllowed(next.notes + next.tombstones, after: size.notes + size.tombstones, items)
      && isAllowed(next.storedBytes, after: size.storedBytes, bytes)
  }
}
