/// The conversion between bytes and hexadecimal digits.
package enum Hexadecimal {
  /// Returns the lower-case digits of some bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digit(of: $0 >> 4), digit(of: $0 & 0xF)] }, as: UTF8.self)
  }

  /// Decodes exactly `count` bytes from lower-case digits; `nil` for any other text.
  package static func decode(_ digits: some Sequence<UInt8>, count: Int) -> [UInt8]? {
    let digits = Array(digits)
    guard digits.count == 2 * count else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]),
        !isUpperCase(digits[index]), !isUpperCase(digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Returns the lower-case ASCII digit of a value below 16.
  static func digit(of value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }

  /// Returns the value of an ASCII digit in upper or lower case, or `nil` for another character.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// Parses as many digits as the type has, in upper or lower case.
  package init?(hexadecimal text: String) {
    guard text.utf8.count == Self.bitWidth / 4 else { return nil }
    var bits: Self = 0
    for digit in text.utf8 {
      guard let value = Hexadecimal.value(of: digit) else { return nil }
      bits = bits << 4 | Self(value)
    }
    self = bits
  }

  /// The lower-case digits, with leading zeros.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }
}
