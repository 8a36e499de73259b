extension NoteID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads the canonical form, in upper or lower case.
  ///
  /// - Parameter text: For example `019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978`.
  /// - Returns: `nil` when the text is anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let value = byte.hexadecimalValue else { return nil }
      if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
      digits += 1
    }
    self.init(high: words.0, low: words.1)
  }

  /// The canonical form: 32 lower-case hexadecimal digits in five groups.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 { bytes.append(UInt8(ascii: "-")) }
      let word = digit < 16 ? high : low
      let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - digit % 16 * 4) & 0xF)
      bytes.append(value < 10 ? 48 + value : 87 + value)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit.
  var hexadecimalValue: UInt64? {
    switch self {
    case 48...57: UInt64(self - 48)
    case 65...70: UInt64(self - 55)
    case 97...102: UInt64(self - 87)
    default: nil
    }
  }
}

extension NoteID {
  /// The shortest beginning of the canonical form, of at least eight digits, by which this id differs from others.
  ///
  /// - Parameter neighbours: The ids next to this one in order; no other can share a longer beginning.
  public func abbreviated(among neighbours: [NoteID]) -> String {
    let own = Array(description.utf8)
    let shared = neighbours.map { other in zip(own, other.description.utf8).prefix { $0 == $1 }.count }.max() ?? 0
    var length = min(36, max(8, shared + 1))
    if length < 36, own[length - 1] == UInt8(ascii: "-") { length += 1 }
    return String(decoding: own.prefix(length), as: UTF8.self)
  }
}
