import NotesDomain

/// The encoding of a version before it is sealed: the note, the sealed forms of its blobs, and padding.
enum ItemBody {
  private enum Operation: UInt8 {
    case version = 1
    case deletion = 2
  }

  private static let headerBytes = 7
  private static let blobBytes = 80

  static func encode(_ version: SealedVersion) -> [UInt8] {
    let payload = version.payload ?? []
    let count = headerBytes + blobBytes * version.blobs.count + payload.count
    let padded = Padding.length(for: count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(padded)
    bytes.append((version.payload == nil ? Operation.deletion : .version).rawValue)
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: payload.count))
    bytes.append(UInt8(truncatingIfNeeded: version.blobs.count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: version.blobs.count))
    for blob in version.blobs {
      bytes += blob.digest.bytes
      bytes.append(bigEndian: UInt64(truncatingIfNeeded: blob.size))
      bytes += blob.sealed.bytes
      bytes.append(bigEndian: blob.key.bits)
    }
    bytes += payload
    bytes += repeatElement(0, count: padded - count)
    return bytes
  }

  /// Decodes bytes; `nil` when they are not exactly what ``encode(_:)`` returns for a version.
  static func decode(_ bytes: [UInt8]) -> SealedVersion? {
    guard bytes.count >= headerBytes, let operation = Operation(rawValue: bytes[0]) else { return nil }
    let length = Int(UInt32(bigEndian: bytes[1..<5]))
    let blobCount = Int(UInt16(bigEndian: bytes[5..<7]))
    let start = headerBytes + blobBytes * blobCount
    guard Padding.length(for: start + length) == bytes.count,
      bytes[(start + length)...].allSatisfy({ $0 == 0 })
    else { return nil }
    var blobs: [SealedBlob] = []
    for index in 0..<blobCount {
      let offset = headerBytes + blobBytes * index
      guard let blob = blob(bytes[offset..<offset + blobBytes]) else { return nil }
      blobs.append(blob)
    }
    switch operation {
    case .version: return SealedVersion(payload: Array(bytes[start..<start + length]), blobs: blobs)
    case .deletion: return length == 0 && blobs.isEmpty ? SealedVersion(payload: nil) : nil
    }
  }

  private static func blob(_ bytes: ArraySlice<UInt8>) -> SealedBlob? {
    let start = bytes.startIndex
    guard let digest = BlobDigest(bytes: Array(bytes[start..<start + 32])),
      let size = Int(exactly: UInt64(bigEndian: bytes[start + 32..<start + 40])), size <= Attachment.maximumSize,
      let sealed = BlobDigest(bytes: Array(bytes[start + 40..<start + 72]))
    else { return nil }
    return SealedBlob(
      digest: digest, size: size, sealed: sealed, key: VaultKeyID(bits: UInt64(bigEndian: bytes[(start + 72)...])))
  }
}
