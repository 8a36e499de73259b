/// A numbered batch of changes that a device sends to a vault.
///
/// A device has one batch in flight at a time and repeats it until it receives a reply. The vault stores the number of
/// each device's last batch with its reply, so that a batch takes effect exactly once.
package struct PushBatch: Sendable, Hashable {
  /// The epoch that the device knows.
  package let epoch: Epoch
  package let device: DeviceID
  /// The number of the batch, counted from 1 for each device.
  package var number: Int
  /// The changes, at most one for each note.
  package var changes: [PushChange]

  package init(epoch: Epoch, device: DeviceID, number: Int, changes: [PushChange]) {
    self.epoch = epoch
    self.device = device
    self.number = number
    self.changes = changes
  }

  /// The number of the device's next batch. The highest one follows itself.
  package var nextNumber: Int { number < .max ? number + 1 : number }

  /// Returns whether this is the batch after that with a number; 0 for none.
  package func follows(_ last: Int) -> Bool { last < .max && number == last + 1 }
}

/// A change of one note, which the vault accepts when the note is still at the base revision.
package struct PushChange: Sendable, Hashable {
  package let id: NoteID
  /// The revision that was changed; ``Revision/none`` for a note that the vault does not hold.
  package let base: Revision
  /// The note as encoded by ``NotePayload``; `nil` for a deletion.
  package let payload: [UInt8]?
  /// The blobs that the note refers to, in ascending order without duplicates. The vault does not decode payloads: it
  /// keeps these blobs while an item refers to them, and refuses an item whose blobs it does not hold.
  package let blobs: [BlobDigest]

  /// Creates a change. Blobs are sorted without duplicates, and dropped for a deletion.
  package init(id: NoteID, base: Revision, payload: [UInt8]?, blobs: [BlobDigest] = []) {
    self.id = id
    self.base = base
    self.payload = payload
    self.blobs = payload == nil ? [] : blobs.count < 2 ? blobs : Set(blobs).sorted()
  }

  /// The approximate size of the change in bytes: that of its payload, and of its blobs' names in a message.
  package var byteCount: Int { (payload?.count ?? 0) + 56 * blobs.count }
}

/// The reply of a vault to a batch.
package enum PushReply: Sendable, Hashable {
  /// The batch was applied, now or earlier. Contains a result for each change, in the batch's order.
  case results([PushResult])
  /// The vault is in another epoch. Nothing was applied.
  case epochChanged(EpochChange)
  /// The batch does not follow the device's last one. Nothing was applied.
  case staleBatch
  /// The device's last batch has the same number and other changes, so two devices share an identifier. Nothing was
  /// applied.
  case deviceForked
}

/// The result of one change of a batch.
package enum PushResult: Sendable, Hashable {
  /// The vault has accepted the change, at this revision.
  case applied(Revision)
  /// Another device changed the note before.
  ///
  /// - Parameters:
  ///   - revision: The revision that the vault holds; ``Revision/none`` when it holds none.
  ///   - isDeleted: Whether that revision is a tombstone.
  case conflict(revision: Revision, isDeleted: Bool)
  /// The vault does not accept the change.
  case refused(PushRefusal)
}

/// The reason why a vault refuses one change of a batch. Other changes are not affected.
package struct PushRefusal: Sendable, Hashable {
  /// The item is larger than the vault allows.
  package static let tooLarge = PushRefusal(code: "too_large")
  /// The vault is full.
  package static let overQuota = PushRefusal(code: "over_quota")
  /// The vault does not hold a blob that the item refers to.
  package static let missingBlob = PushRefusal(code: "missing_blob")
  /// The vault is encrypted, and the change is not.
  package static let plainText = PushRefusal(code: "plain_text")

  /// The code of the reason in messages, in lower-case letters and underscores. Devices may receive unknown codes.
  package let code: String

  package init(code: String) {
    self.code = code
  }
}

/// The stored form of a batch's results: for each change the kind of its result in one byte, then eight bytes, most
/// significant first, with a revision or the length of a refusal's code, then the code.
package enum ReceiptResults {
  private enum Kind: UInt8 {
    case applied = 1
    case conflict = 2
    case conflictWithTombstone = 3
    case refused = 4
  }

  package static func encode(_ results: [PushResult]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(results.count * 9)
    func append(_ kind: Kind, _ word: Int64) {
      bytes.append(kind.rawValue)
      bytes.append(bigEndian: UInt64(bitPattern: word))
    }
    for result in results {
      switch result {
      case .applied(let revision): append(.applied, revision.number)
      case .conflict(let revision, let isDeleted):
        append(isDeleted ? .conflictWithTombstone : .conflict, revision.number)
      case .refused(let refusal):
        append(.refused, Int64(refusal.code.utf8.count))
        bytes += refusal.code.utf8
      }
    }
    return bytes
  }

  /// Decodes what ``encode(_:)`` produces; `nil` for other bytes.
  package static func decode(_ bytes: [UInt8]) -> [PushResult]? {
    var results: [PushResult] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      guard let kind = Kind(rawValue: first), rest.count >= 8 else { return nil }
      let word = Int64(bigEndian: rest.prefix(8))
      rest = rest.dropFirst(8)
      switch kind {
      case .applied: results.append(.applied(Revision(word)))
      case .conflict: results.append(.conflict(revision: Revision(word), isDeleted: false))
      case .conflictWithTombstone: results.append(.conflict(revision: Revision(word), isDeleted: true))
      case .refused:
        guard 0...Int64(rest.count) ~= word,
          let code = String(validating: rest.prefix(Int(word)), as: UTF8.self)
        else { return nil }
        results.append(.refused(PushRefusal(code: code)))
        rest = rest.dropFirst(Int(word))
      }
    }
    return results
  }
}
