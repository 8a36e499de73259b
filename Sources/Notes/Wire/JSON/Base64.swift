/// Bytes as text, by RFC 4648, with padding.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The value of each byte as a digit; 0xFF for one that is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  static func append(_ data: [UInt8], to text: inout [UInt8]) {
    let digits = digits
    text.reserveCapacity(text.count + (data.count + 2) / 3 * 4)
    var index = 0
    while index + 2 < data.count {
      let group = UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
      text.append(digits[Int(group >> 18)])
      text.append(digits[Int(group >> 12 & 0x3F)])
      text.append(digits[Int(group >> 6 & 0x3F)])
      text.append(digits[Int(group & 0x3F)])
      index += 3
    }
    let rest = data.count - index
    guard rest > 0 else { return }
    let group = UInt32(data[index]) << 16 | (rest == 2 ? UInt32(data[index + 1]) << 8 : 0)
    text.append(digits[Int(group >> 18)])
    text.append(digits[Int(group >> 12 & 0x3F)])
    text.append(rest == 2 ? digits[Int(group >> 6 & 0x3F)] : padding)
    text.append(padding)
  }

  /// Reads what ``append(_:to:)`` writes.
  ///
  /// - Returns: `nil` for anything else: every value has one form only.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let values = values
    let end = text.endIndex - (text.suffix(2).count { $0 == padding })
    var data: [UInt8] = []
    data.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var count = 0
    for index in text.startIndex..<end {
      let value = values[Int(text[index])]
      guard value != 0xFF else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      data.append(UInt8(truncatingIfNeeded: group >> 16))
      data.append(UInt8(truncatingIfNeeded: group >> 8))
      data.append(UInt8(truncatingIfNeeded: group))
      (group, count) = (0, 0)
    }
    // What is left over are one or two bytes, and bits that must be zero.
    switch count {
    case 0:
      return end == text.endIndex ? data : nil
    case 2:
      guard group & 0xF == 0, text.endIndex - end == 2 else { return nil }
      data.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3:
      guard group & 0x3 == 0, text.endIndex - end == 1 else { return nil }
      data.append(UInt8(truncatingIfNeeded: group >> 10))
      data.append(UInt8(truncatingIfNeeded: group >> 2))
    default:
      return nil
    }
    return data
  }
}
