/// Base64 without padding, as the PHC string format has it.
enum PlainBase64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (word, count) = (0, 0)
    for byte in bytes {
      word = word << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[word >> count & 63])
      }
      word &= 0xFF
    }
    if count > 0 { text.append(digits[word << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: `nil` for a text that ``encode(_:)`` does not make.
  static func decode(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, count) = (0, 0)
    for digit in text.utf8 {
      guard let value = digits.firstIndex(of: digit) else { return nil }
      word = (word & 0xFF) << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> count))
      }
    }
    return encode(bytes) == text ? bytes : nil
  }
}
