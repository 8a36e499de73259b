/// The name of a blob, the bytes of an attachment: the SHA-256 of them.
package struct BlobDigest: Sendable, Hashable {
  /// How many bytes there are.
  package static let count = 32

  /// The bytes of the digest.
  package let bytes: [UInt8]

  /// Restores a digest.
  ///
  /// - Parameter bytes: 32 bytes.
  /// - Returns: `nil` when there are more or fewer.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }
}

extension BlobDigest: CustomStringConvertible, LosslessStringConvertible {
  /// Reads what ``description`` writes.
  ///
  /// - Parameter text: 64 lower-case hexadecimal digits.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 2 * Self.count else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.count)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var description: String {
    String(
      decoding: bytes.flatMap { byte in [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]] }, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension BlobDigest: Comparable {
  /// In the order of their bytes.
  package static func < (one: BlobDigest, other: BlobDigest) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
