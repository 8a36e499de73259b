/// The Base64 encoding (RFC 4648). Every value has one form only, so decoding rejects unused bits that are not zero.
package enum Base64 {
  private static let padding = UInt8(ascii: "=")

  /// The value of each digit; 0xFF for all other bytes.
  private static let values: [UInt8] = {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Appends bytes with padding to a text. O(count).
  ///
  /// Payloads are most of what a server sends. So the text gets its final length first, and is then filled in place,
  /// sixteen digits at a time.
  package static func append(_ data: [UInt8], to text: inout [UInt8]) {
    var offset = text.count
    text.append(contentsOf: repeatElement(padding, count: (data.count + 2) / 3 * 4))
    let data = data.span
    var result = text.mutableSpan
    var index = 0
    while index + 11 < data.count {
      // A span of its own needs one bounds check for all twelve bytes.
      let bytes = data.extracting(index..<index + 12)
      let groups = SIMD4(
        group(of: bytes, at: 0), group(of: bytes, at: 3), group(of: bytes, at: 6), group(of: bytes, at: 9))
      var words = result.mutableBytes
      words.storeBytes(of: digits(of: groups), toByteOffset: offset, as: SIMD4<UInt32>.self)
      index += 12
      offset += 16
    }
    while index < data.count {
      let count = min(3, data.count - index)
      let digits = digits(of: SIMD4(repeating: group(of: data, at: index, count: count)))[0]
      for digit in 0...count { result[offset + digit] = UInt8(truncatingIfNeeded: digits >> (8 * UInt32(digit))) }
      index += count
      offset += 4
    }
  }

  /// Returns up to three bytes as a number, the first byte highest.
  @inline(__always)
  private static func group(of data: Span<UInt8>, at index: Int, count: Int = 3) -> UInt32 {
    UInt32(data[index]) << 16 | (count > 1 ? UInt32(data[index + 1]) << 8 : 0)
      | (count > 2 ? UInt32(data[index + 2]) : 0)
  }

  /// Returns the digits of four groups, four in each word, the first one lowest.
  ///
  /// Without a lookup table: a digit is its value plus an offset that changes where another range of characters starts.
  /// Arithmetic on whole words is exact, since in the end each digit fits into its byte.
  @inline(__always)
  private static func digits(of groups: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let six: UInt32 = 0x3F
    var values = groups &>> 18 | (groups &>> 12 & six) &<< 8
    values |= (groups &>> 6 & six) &<< 16 | (groups & six) &<< 24
    let each: UInt32 = 0x0101_0101
    /// Sets the highest bit of each byte whose value is at least this one. Shifts of it replace multiplications.
    func reached(_ value: UInt32) -> SIMD4<UInt32> { (values &+ (128 - value) &* each) & (0x80 &* each) }
    let (small, numeral, plus, slash) = (reached(26), reached(52), reached(62), reached(63))
    var digits = values &+ UInt32(UInt8(ascii: "A")) &* each
    digits = digits &+ (small &>> 5 &+ small &>> 6)
    digits = digits &- (numeral &>> 1 &+ numeral &>> 4 &+ numeral &>> 6 &+ numeral &>> 7)
    digits = digits &- (plus &>> 3 &- plus &>> 7) &+ (slash &>> 6 &+ slash &>> 7)
    return SIMD4(digits.x.littleEndian, digits.y.littleEndian, digits.z.littleEndian, digits.w.littleEndian)
  }

  /// Decodes a text with padding. Returns `nil` for an invalid one. O(count).
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let paddingCount = text.suffix(2).count { $0 == padding }
    var data = [UInt8](repeating: 0, count: text.count / 4 * 3 - paddingCount)
    return fill(&data, from: text.span, paddingCount: paddingCount) ? data : nil
  }

  /// Decodes a text into an array of the right length, and returns whether the text is valid.
  private static func fill(_ data: inout [UInt8], from text: Span<UInt8>, paddingCount: Int) -> Bool {
    let values = values.span
    var data = data.mutableSpan
    // Invalid digits, and unused bits that are set, set bits above the six of a digit.
    var invalid: UInt32 = 0
    var (index, offset) = (0, 0)
    let end = paddingCount > 0 ? text.count - 4 : text.count
    while index < end {
      let digits = text.extracting(index..<index + 4)
      let (a, b) = (UInt32(values[Int(digits[0])]), UInt32(values[Int(digits[1])]))
      let (c, d) = (UInt32(values[Int(digits[2])]), UInt32(values[Int(digits[3])]))
      invalid |= a | b | c | d
      let group = a << 18 | b << 12 | c << 6 | d
      data[offset] = UInt8(truncatingIfNeeded: group >> 16)
      data[offset + 1] = UInt8(truncatingIfNeeded: group >> 8)
      data[offset + 2] = UInt8(truncatingIfNeeded: group)
      index += 4
      offset += 3
    }
    // One or two bytes remain, and unused bits that must be zero.
    if paddingCount > 0 {
      let (a, b) = (UInt32(values[Int(text[index])]), UInt32(values[Int(text[index + 1])]))
      invalid |= a | b
      data[offset] = UInt8(truncatingIfNeeded: a << 2 | b >> 4)
      if paddingCount == 1 {
        let c = UInt32(values[Int(text[index + 2])])
        invalid |= c | (c & 0x3) << 6
        data[offset + 1] = UInt8(truncatingIfNeeded: b << 4 | c >> 2)
      } else {
        invalid |= (b & 0xF) << 6
      }
    }
    return invalid < 0x40
  }

  /// Returns bytes as a text without padding, as in the PHC string format.
  package static func encodeUnpadded(_ data: [UInt8]) -> String {
    var text: [UInt8] = []
    append(data, to: &text)
    return String(decoding: text.prefix { $0 != padding }, as: UTF8.self)
  }

  /// Decodes a text without padding. Returns `nil` for an invalid one.
  package static func decodeUnpadded(_ text: Substring) -> [UInt8]? {
    guard !text.utf8.contains(padding) else { return nil }
    let missing = (4 - text.utf8.count % 4) % 4
    // A single digit is less than a byte.
    guard missing < 3 else { return nil }
    return decode((Array(text.utf8) + repeatElement(padding, count: missing))[...])
  }
}
