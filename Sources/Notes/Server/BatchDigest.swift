import Crypto
import NotesDomain

extension [PushChange] {
  /// The SHA-256 of each change's id, base, kind, blobs if it refers to any, length and bytes. Equal changes have equal
  /// digests, whatever their encoding was.
  var digest: [UInt8] {
    var hash = SHA256()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Swift.min(count * 128, 16_384))
    for change in self {
      bytes.append(bigEndian: change.id.high)
      bytes.append(bigEndian: change.id.low)
      bytes.append(bigEndian: UInt64(bitPattern: change.base.number))
      guard let payload = change.payload else {
        bytes.append(0)
        continue
      }
      bytes.append(change.blobs.isEmpty ? 1 : 2)
      if !change.blobs.isEmpty {
        bytes.append(bigEndian: UInt64(change.blobs.count))
        for blob in change.blobs { bytes += blob.bytes }
      }
      bytes.append(bigEndian: UInt64(payload.count))
      // Small payloads are gathered, since every update has a cost; a large one is not copied.
      if payload.count < 4096 {
        bytes += payload
      } else {
        hash.update(data: bytes)
        hash.update(data: payload)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    hash.update(data: bytes)
    return Array<UInt8>(hash.finalize())
  }
}
