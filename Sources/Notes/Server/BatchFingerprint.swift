import Crypto
package import NotesDomain

/// The fingerprint of a batch's changes.
package protocol BatchDigest: Sendable {
  /// The fingerprint. Equal changes have equal ones, however they were written on their way.
  ///
  /// - Parameter changes: The changes in the batch's order.
  func digest(of changes: [PushChange]) -> [UInt8]
}

/// SHA-256 over each change's id, base, kind, blobs if it refers to any, length and bytes.
struct SecureBatchDigest: BatchDigest {
  func digest(of changes: [PushChange]) -> [UInt8] {
    var hash = SHA256()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(changes.count * 128, 16_384))
    for change in changes {
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
      // Small ones are gathered, since each update costs something; a large one is not copied.
      if payload.count < 4096 {
        bytes += payload
      } else {
        hash.update(data: bytes)
        hash.update(data: payload)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    hash.update(data: bytes)
    return Array(hash.finalize())
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }
}
