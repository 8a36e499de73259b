extension UInt128 {
  /// Reads exactly 32 hexadecimal digits.
  init?(hexadecimal text: String) {
    guard text.utf8.count == 32 else { return nil }
    var value: UInt128 = 0
    for byte in text.utf8 {
      guard let digit = byte.hexadecimalValue else { return nil }
      value = value << 4 | UInt128(digit)
    }
    self = value
  }

  /// 32 lower-case hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
