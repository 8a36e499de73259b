import Crypto
import NotesDomain
import Synchronization

/// A cipher by AES-256-GCM (<https://csrc.nist.gov/pubs/sp/800/38/d/final>) with a key for each note and each blob.
///
/// The format is in `docs/encryption.md`. The nonce of a note follows from everything that is sealed and from the batch in which
/// it is sent, rather than from a random source: a batch that is sent again must be the same batch, and two different texts
/// never share a nonce, not even after a store was restored.
struct AESVaultCipher: VaultCipher {
  private let nonces = ItemNonces()

  func seal(_ version: SealedVersion, as occasion: SealOccasion, with keys: VaultKeys) -> [UInt8] {
    let header = ItemHeader(key: keys.current.id, base: occasion.base)
    let label = header.label(of: occasion.note, in: keys.vault)
    let derivation = keys.current.derivation(in: keys.vault)
    let plain = ItemBody.encode(version)
    var bytes = header.bytes
    bytes.reserveCapacity(bytes.count + plain.count + 28)
    let nonce = nonce(for: plain, label: label, occasion, with: keys)
    bytes += nonce
    bytes += AESGCM.seal(
      plain, with: derivation.key(.item, occasion.note.sealedBytes), nonce: nonce, authenticating: label)
    return bytes
  }

  func open(_ bytes: [UInt8], of note: NoteID, with keys: VaultKeys) throws(SealError) -> OpenedVersion {
    guard let header = ItemHeader(bytes) else { throw .unknownFormat }
    guard let key = keys[header.key] else { throw .unknownKey(header.key) }
    let (nonce, rest) = (bytes[ItemHeader.count..<ItemHeader.count + 12], bytes[(ItemHeader.count + 12)...])
    let plain = AESGCM.open(
      rest, with: key.derivation(in: keys.vault).key(.item, note.sealedBytes), nonce: nonce,
      authenticating: header.label(of: note, in: keys.vault))
    guard let plain, let version = ItemBody.decode(plain) else { throw .notAuthentic }
    return OpenedVersion(version, base: header.base, key: header.key)
  }

  func seal(_ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID) -> [UInt8] {
    let stream = BlobStream(chunk.blob, with: key, in: vault)
    return AESGCM.seal(bytes, with: stream.key, nonce: stream.nonce(of: chunk), authenticating: [])
  }

  func open(
    _ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID
  ) throws(SealError) -> [UInt8] {
    let stream = BlobStream(chunk.blob, with: key, in: vault)
    guard
      let plain = AESGCM.open(bytes[...], with: stream.key, nonce: stream.nonce(of: chunk)[...], authenticating: [])
    else { throw .notAuthentic }
    return plain
  }

  private func nonce(
    for plain: [UInt8], label: [UInt8], _ occasion: SealOccasion, with keys: VaultKeys
  ) -> [UInt8] {
    var place = label
    place.append(bigEndian: UInt64(truncatingIfNeeded: occasion.device.bits >> 64))
    place.append(bigEndian: UInt64(truncatingIfNeeded: occasion.device.bits))
    place.append(bigEndian: UInt64(bitPattern: Int64(occasion.batch)))
    var hash = nonces.hash(with: keys.current, in: keys.vault)
    hash.update(data: place)
    hash.update(data: plain)
    return Array(hash.finalize().prefix(12))
  }
}

/// The keyed hash for the nonces of items. All items have its key: what is hashed names the item, and each item has a key of its
/// own to be sealed with.
///
/// It is kept for the last key: derived again for each item, it took a third of the time to seal a note.
private final class ItemNonces: Sendable {
  private struct Hash {
    let key: VaultKey
    let vault: VaultID
    let hash: HMAC<SHA256>
  }

  private let last = Mutex<Hash?>(nil)

  /// Returns a hash of no bytes yet.
  func hash(with key: VaultKey, in vault: VaultID) -> HMAC<SHA256> {
    last.withLock { last in
      if let last, last.key == key, last.vault == vault { return last.hash }
      let hash = HMAC<SHA256>(key: key.derivation(in: vault).key(.itemNonce))
      last = Hash(key: key, vault: vault, hash: hash)
      return hash
    }
  }
}

/// The public part of a sealed version, which is authenticated with it.
private struct ItemHeader {
  /// The number of bytes.
  static let count = 17
  private static let format = PayloadKind.sealedMark

  let key: VaultKeyID
  let base: Revision

  init(key: VaultKeyID, base: Revision) {
    (self.key, self.base) = (key, base)
  }

  /// Reads the header of a sealed version; `nil` for another format, or when too few bytes follow for a nonce and a tag.
  init?(_ message: [UInt8]) {
    guard message.count >= Self.count + 28, message[0] == Self.format else { return nil }
    let base = UInt64(bigEndian: message[9..<17])
    guard let base = Int64(exactly: base) else { return nil }
    self.init(key: VaultKeyID(bits: UInt64(bigEndian: message[1..<9])), base: Revision(base))
  }

  var bytes: [UInt8] {
    var bytes = [Self.format]
    bytes.append(bigEndian: key.bits)
    bytes.append(bigEndian: UInt64(bitPattern: base.number))
    return bytes
  }

  /// Returns the additional data.
  func label(of note: NoteID, in vault: VaultID) -> [UInt8] {
    var label: [UInt8] = []
    // With room for the place of a batch, which follows in the hash of a nonce.
    label.reserveCapacity(160)
    label += "notesctl/1 item\0".utf8
    label += vault.sealedName
    label += note.sealedBytes
    label += bytes
    return label
  }
}

/// The key of a blob and the nonces of its chunks, by the STREAM construction: a counter, and a flag for the last chunk
/// (Hoang, Reyhanitabar, Rogaway, Vizár, *Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance*, 2015).
private struct BlobStream {
  let key: SymmetricKey
  private let prefix: [UInt8]

  init(_ blob: BlobDigest, with key: VaultKey, in vault: VaultID) {
    let bytes = key.derivation(in: vault).bytes(.blob, blob.bytes, count: 39)
    self.key = SymmetricKey(data: bytes[..<32])
    prefix = Array(bytes[32...])
  }

  func nonce(of chunk: BlobChunk) -> [UInt8] {
    var nonce = prefix
    nonce.append(bigEndian: UInt32(truncatingIfNeeded: chunk.index))
    nonce.append(chunk.isLast ? 1 : 0)
    return nonce
  }
}

/// AES-256-GCM with the tag behind the bytes.
enum AESGCM {
  /// Seals bytes under a nonce of 12 bytes. The result is longer by a tag of 16 bytes.
  static func seal(
    _ bytes: [UInt8], with key: SymmetricKey, nonce: [UInt8], authenticating label: [UInt8]
  ) -> [UInt8] {
    guard let nonce = try? AES.GCM.Nonce(data: nonce),
      let sealed = try? AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: label).combined
    else { preconditionFailure("A nonce has 12 bytes, and a key 32.") }
    return Array(sealed.dropFirst(12))
  }

  /// Opens sealed bytes; `nil` when they or the label were changed.
  static func open(
    _ bytes: ArraySlice<UInt8>, with key: SymmetricKey, nonce: ArraySlice<UInt8>, authenticating label: [UInt8]
  ) -> [UInt8]? {
    guard bytes.count >= 16, let nonce = try? AES.GCM.Nonce(data: nonce),
      let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: bytes.dropLast(16), tag: bytes.suffix(16)),
      let plain = try? AES.GCM.open(box, using: key, authenticating: label)
    else { return nil }
    return Array(plain)
  }
}
