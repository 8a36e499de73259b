/// Changes that a device sends together, under a number of its own.
///
/// A device has one batch under way at a time, and sends the same one until it has an answer. The vault remembers the last
/// number of each device with its answer, so that a batch takes effect once however often it arrives.
package struct PushBatch: Sendable, Hashable {
  /// The epoch that the device knows.
  package let epoch: Epoch
  /// The device.
  package let device: DeviceID
  /// The batch's number: 1 for a device's first, and one more for each.
  package let number: Int
  /// The changes, each of another note.
  package let changes: [PushChange]

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the device knows.
  ///   - device: The device.
  ///   - number: The batch's number among those of the device.
  ///   - changes: The changes, each of another note.
  package init(epoch: Epoch, device: DeviceID, number: Int, changes: [PushChange]) {
    self.epoch = epoch
    self.device = device
    self.number = number
    self.changes = changes
  }
}

/// A change of one note, which the vault accepts when the note is still the one that was changed.
package struct PushChange: Sendable, Hashable {
  /// The note.
  package let id: NoteID
  /// The revision of the version that was changed; ``Revision/none`` for a note that the vault does not hold.
  package let base: Revision
  /// The note as ``NotePayload`` writes it; `nil` when it is to be deleted.
  package let payload: [UInt8]?
  /// The blobs that the note refers to, in ascending order and without repetition: the vault, which does not read payloads,
  /// keeps them as long as an item refers to them, and refuses an item whose blobs it does not hold.
  package let blobs: [BlobDigest]

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - base: The revision of the version that was changed.
  ///   - payload: The note's bytes; `nil` when it is to be deleted.
  ///   - blobs: The blobs that the note refers to; a note that is to be deleted refers to none.
  package init(id: NoteID, base: Revision, payload: [UInt8]?, blobs: [BlobDigest] = []) {
    self.id = id
    self.base = base
    self.payload = payload
    self.blobs = payload == nil ? [] : blobs.count < 2 ? blobs : Set(blobs).sorted()
  }

  /// About how many bytes the change takes: those of its payload, and for each blob as much as its name takes on the way.
  package var byteCount: Int { (payload?.count ?? 0) + 56 * blobs.count }
}

/// A vault's answer to a batch.
package enum PushReply: Sendable, Hashable {
  /// The batch was executed, now or when it came the first time: a result for each change, in the batch's order.
  case results([PushResult])
  /// The vault is in another epoch; nothing was executed.
  case epochChanged(EpochChange)
  /// The batch is not the one after the device's last; nothing was executed.
  case staleBatch
  /// The device's last batch had this number and other changes, so that two devices count under one name; nothing was
  /// executed.
  case deviceForked
}

/// What became of one change of a batch.
package enum PushResult: Sendable, Hashable {
  /// It is part of the vault, at this revision.
  case applied(Revision)
  /// Somebody else changed the note before.
  ///
  /// - Parameters:
  ///   - revision: The revision of the version that the vault holds; ``Revision/none`` when it holds none.
  ///   - isDeleted: Whether that version is a tombstone.
  case conflict(revision: Revision, isDeleted: Bool)
  /// The vault will not take it, now or later.
  case refused(PushRefusal)
}

/// Why a vault does not take one change. The others of the batch are not touched by it.
package struct PushRefusal: Sendable, Hashable {
  /// The item is larger than the vault allows.
  package static let tooLarge = PushRefusal(code: "too_large")
  /// The vault is full.
  package static let overQuota = PushRefusal(code: "over_quota")
  /// The vault does not hold a blob that the item refers to.
  package static let missingBlob = PushRefusal(code: "missing_blob")

  /// The reason, as it goes over the wire; a device may meet one that it does not know.
  package let code: String

  /// Creates a refusal.
  ///
  /// - Parameter code: The reason, in lower-case letters and underscores.
  package init(code: String) {
    self.code = code
  }
}
