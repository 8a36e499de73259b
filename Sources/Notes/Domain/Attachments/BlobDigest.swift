/// The name of a blob: the SHA-256 of its content.
package struct BlobDigest: Sendable, Hashable {
  /// The number of bytes.
  package static let count = 32

  package let bytes: [UInt8]

  /// Restores a digest from 32 bytes; `nil` for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }
}

extension BlobDigest: CustomStringConvertible, LosslessStringConvertible {
  /// Parses 64 lower-case hexadecimal digits; `nil` when the text is anything else.
  package init?(_ text: String) {
    guard let bytes = Hexadecimal.decode(text.utf8, count: Self.count) else { return nil }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var description: String { Hexadecimal.encode(bytes) }
}

extension BlobDigest: Comparable {
  package static func < (one: BlobDigest, other: BlobDigest) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
