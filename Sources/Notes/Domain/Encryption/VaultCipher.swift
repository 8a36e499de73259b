/// The cipher of a vault: everything that leaves this device is sealed by it, and everything that arrives is opened by it.
///
/// Sealed means encrypted and authenticated for one place: who moves the bytes to another note, vault or operation cannot
/// make a device accept them there. `docs/encryption.md` specifies the bytes.
///
/// Thread-safe, and without state: the same arguments give the same bytes, so that a batch that is sent again is the same
/// batch to the vault.
package protocol VaultCipher: Sendable {
  /// Seals a version of a note with the current key. O(length).
  func seal(_ version: SealedVersion, as occasion: SealOccasion, with keys: VaultKeys) -> [UInt8]

  /// Opens a version of a note. O(length).
  ///
  /// - Throws: ``SealError`` when this device lacks the key, or when the bytes were not sealed for this note and vault.
  func open(_ bytes: [UInt8], of note: NoteID, with keys: VaultKeys) throws(SealError) -> OpenedVersion

  /// Seals a chunk of a blob, at most ``BlobChunk/size`` bytes. The result is longer by ``BlobChunk/overhead``.
  func seal(_ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID) -> [UInt8]

  /// Opens a chunk of a blob.
  ///
  /// - Throws: ``SealError/notAuthentic`` when the bytes are not this chunk of this blob.
  func open(_ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID) throws(SealError) -> [UInt8]
}

/// A version of a note before it is sealed.
package struct SealedVersion: Sendable, Hashable {
  /// The note as encoded by ``NotePayload``; `nil` for a deletion.
  package let payload: [UInt8]?
  /// The blobs of the note, and their sealed forms in the vault.
  package let blobs: [SealedBlob]

  package init(payload: [UInt8]?, blobs: [SealedBlob] = []) {
    (self.payload, self.blobs) = (payload, blobs)
  }
}

/// A version of a note after it was opened.
package struct OpenedVersion: Sendable, Hashable {
  package let version: SealedVersion
  /// The revision that the version replaced. It only rises from one version of a note to the next, so that a vault that
  /// returns an earlier version is noticed.
  package let base: Revision
  /// The key with which the version was sealed.
  package let key: VaultKeyID

  package init(_ version: SealedVersion, base: Revision, key: VaultKeyID) {
    (self.version, self.base, self.key) = (version, base, key)
  }
}

/// The place and the occasion for which a version of a note is sealed.
///
/// The device and the number of its batch tell a version apart from an equal one that another device sends.
package struct SealOccasion: Sendable, Hashable {
  package let note: NoteID
  /// The revision that the version replaces.
  package let base: Revision
  package let device: DeviceID
  package let batch: Int

  package init(note: NoteID, base: Revision, device: DeviceID, batch: Int) {
    (self.note, self.base, self.device, self.batch) = (note, base, device, batch)
  }
}

/// A position in a sealed blob.
///
/// The position and the end are part of each chunk's nonce, so that a chunk that is missing, moved or taken from another blob
/// is refused as it arrives.
package struct BlobChunk: Sendable, Hashable {
  /// The number of bytes of a chunk before it is sealed; only the last one may be shorter.
  package static let size = 65_536
  /// The number of bytes by which a sealed chunk is longer.
  package static let overhead = 16

  /// The digest of the blob before it was sealed.
  package let blob: BlobDigest
  /// The number of the chunk, from 0.
  package let index: Int
  package let isLast: Bool

  package init(of blob: BlobDigest, index: Int, isLast: Bool) {
    (self.blob, self.index, self.isLast) = (blob, index, isLast)
  }
}

/// The sealed form of a blob, under which the vault holds it.
package struct SealedBlob: Sendable, Hashable {
  /// The digest of the content, by which notes refer to it.
  package let digest: BlobDigest
  /// The number of bytes of the content.
  package let size: Int
  /// The digest of the sealed bytes.
  package let sealed: BlobDigest
  /// The key with which the blob was sealed.
  package let key: VaultKeyID

  package init(digest: BlobDigest, size: Int, sealed: BlobDigest, key: VaultKeyID) {
    (self.digest, self.size, self.sealed, self.key) = (digest, size, sealed, key)
  }
}

/// The reason why sealed bytes cannot be opened.
package enum SealError: Error, Sendable, Hashable {
  /// The bytes are in no format that this program knows.
  case unknownFormat
  /// The bytes are sealed with a key that this device does not have.
  case unknownKey(VaultKeyID)
  /// The bytes were changed, or were not sealed for this place.
  case notAuthentic
}

/// A version of a note that arrived from an encrypted vault and is not used, since it is not proven to come from a device of
/// its owner.
///
/// It is stored like a version that a newer program wrote: the note stays as it is here and is not sent, and `sync status`
/// shows it. The bytes begin with a byte with which no note and no sealed note begins.
package struct SetAsideVersion: Sendable, Hashable {
  /// The reason why a version is not used.
  package enum Reason: UInt8, Sendable, Hashable, CaseIterable {
    /// The bytes were changed, or come from another note or vault.
    case notAuthentic = 1
    /// An earlier version than this device knows.
    case rolledBack = 2
    /// A deletion that no device has sealed.
    case unprovenDeletion = 3
    /// Plain text in an encrypted vault.
    case plainText = 4
    /// A version that was sealed with an earlier key after the keys were rotated.
    case retiredKey = 5
  }

  private static let mark: UInt8 = 2

  package let reason: Reason
  /// The bytes as they arrived; empty for a deletion.
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]?, because reason: Reason) {
    (self.reason, self.bytes) = (reason, bytes ?? [])
  }

  /// Restores a version from a stored payload; `nil` for any other payload.
  package init?(payload: [UInt8]) {
    guard payload.count >= 2, payload[0] == Self.mark, let reason = Reason(rawValue: payload[1]) else { return nil }
    self.init(Array(payload.dropFirst(2)), because: reason)
  }

  /// The version as a payload, which is not that of a note.
  package var payload: [UInt8] { [Self.mark, reason.rawValue] + bytes }
}
