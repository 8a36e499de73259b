package import NotesDomain

/// A cipher without secrecy and padding, that fulfills the contract of ``VaultCipher``: the text stands there as it is, with a
/// digest that only who has the key can compute.
package struct FakeVaultCipher: VaultCipher {
  package init() {}

  package func seal(_ version: SealedVersion, as occasion: SealOccasion, with keys: VaultKeys) -> [UInt8] {
    var header: [UInt8] = [1]
    header.append(bigEndian: keys.current.id.bits)
    header.append(bigEndian: UInt64(bitPattern: occasion.base.number))
    var body: [UInt8] = [version.payload == nil ? 0 : 1]
    body.append(bigEndian: UInt64(version.blobs.count))
    for blob in version.blobs {
      body += blob.digest.bytes + blob.sealed.bytes
      body.append(bigEndian: UInt64(blob.size))
      body.append(bigEndian: blob.key.bits)
    }
    body += version.payload ?? []
    return header + Self.proof(header + body, of: occasion.note.description, keys.current, keys.vault) + body
  }

  package func open(_ bytes: [UInt8], of note: NoteID, with keys: VaultKeys) throws(SealError) -> OpenedVersion {
    guard bytes.count >= 58, bytes[0] == 1 else { throw .unknownFormat }
    let (header, proof, body) = (Array(bytes[..<17]), Array(bytes[17..<49]), Array(bytes[49...]))
    let id = VaultKeyID(bits: UInt64(bigEndian: header[1..<9]))
    guard let key = keys[id] else { throw .unknownKey(id) }
    guard proof == Self.proof(header + body, of: note.description, key, keys.vault) else { throw .notAuthentic }
    let count = Int(UInt64(bigEndian: body[1..<9]))
    let blobs = (0..<count).compactMap { index in Self.blob(body[(9 + 80 * index)..<(89 + 80 * index)]) }
    let version = SealedVersion(payload: body[0] == 0 ? nil : Array(body[(9 + 80 * count)...]), blobs: blobs)
    return OpenedVersion(version, base: Revision(Int64(UInt64(bigEndian: header[9...]))), key: id)
  }

  package func seal(_ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID) -> [UInt8] {
    bytes + Self.proof(bytes, of: Self.name(of: chunk), key, vault).prefix(BlobChunk.overhead)
  }

  package func open(
    _ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID
  ) throws(SealError) -> [UInt8] {
    let content = Array(bytes.dropLast(BlobChunk.overhead))
    guard seal(content, as: chunk, with: key, in: vault) == bytes else { throw .notAuthentic }
    return content
  }

  private static func proof(_ bytes: [UInt8], of place: String, _ key: VaultKey, _ vault: VaultID) -> [UInt8] {
    SHA256Sum.of(key.secret + Array("\(vault.name) \(place) ".utf8) + bytes)
  }

  private static func name(of chunk: BlobChunk) -> String { "\(chunk.blob) \(chunk.index) \(chunk.isLast)" }

  private static func blob(_ bytes: ArraySlice<UInt8>) -> SealedBlob? {
    let bytes = Array(bytes)
    guard let digest = BlobDigest(bytes: Array(bytes[..<32])), let sealed = BlobDigest(bytes: Array(bytes[32..<64]))
    else { return nil }
    return SealedBlob(
      digest: digest, size: Int(UInt64(bigEndian: bytes[64..<72])), sealed: sealed,
      key: VaultKeyID(bits: UInt64(bigEndian: bytes[72...])))
  }
}
