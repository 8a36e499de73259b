/// Bytes as text, by RFC 4648, with padding.
enum Base64 {
  private static let padding = UInt8(ascii: "=")

  /// The value of each byte as a digit; 0xFF for one that is none.
  private static let values: [UInt8] = {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Writes bytes behind a text. Payloads are most of what a server sends, so that the text is made as long as it will be
  /// first, and then filled in place, sixteen digits at a time.
  static func append(_ data: [UInt8], to text: inout [UInt8]) {
    var place = text.count
    text.append(contentsOf: repeatElement(padding, count: (data.count + 2) / 3 * 4))
    let data = data.span
    var result = text.mutableSpan
    var index = 0
    while index + 11 < data.count {
      // Looked at as a whole, so that no byte of it is looked for on its own.
      let bytes = data.extracting(index..<index + 12)
      let groups = SIMD4(group(bytes, 0), group(bytes, 3), group(bytes, 6), group(bytes, 9))
      var words = result.mutableBytes
      words.storeBytes(of: digits(of: groups), toByteOffset: place, as: SIMD4<UInt32>.self)
      index += 12
      place += 16
    }
    while index < data.count {
      let count = min(3, data.count - index)
      let digits = digits(of: SIMD4(repeating: group(data, index, count)))[0]
      for digit in 0...count { result[place + digit] = UInt8(truncatingIfNeeded: digits >> (8 * UInt32(digit))) }
      index += count
      place += 4
    }
  }

  /// Up to three bytes in one number, the first one highest.
  @inline(__always)
  private static func group(_ data: Span<UInt8>, _ index: Int, _ count: Int = 3) -> UInt32 {
    UInt32(data[index]) << 16 | (count > 1 ? UInt32(data[index + 1]) << 8 : 0)
      | (count > 2 ? UInt32(data[index + 2]) : 0)
  }

  /// The digits of some groups, four in each word, the first one lowest. None is looked up: a digit is its value and a
  /// number that grows or shrinks where another row of characters begins. Sums of whole words cannot be wrong, since in the
  /// end each digit fits into its byte.
  @inline(__always)
  private static func digits(of groups: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let six: UInt32 = 0x3F
    var values = groups &>> 18 | (groups &>> 12 & six) &<< 8
    values |= (groups &>> 6 & six) &<< 16 | (groups & six) &<< 24
    let each: UInt32 = 0x0101_0101
    /// The highest bit of each byte whose value is at least this, as so many times one: multiplying would take longer.
    func reached(_ value: UInt32) -> SIMD4<UInt32> { (values &+ (128 - value) &* each) & (0x80 &* each) }
    let (small, numeral, plus, slash) = (reached(26), reached(52), reached(62), reached(63))
    var digits = values &+ UInt32(UInt8(ascii: "A")) &* each
    digits = digits &+ (small &>> 5 &+ small &>> 6)
    digits = digits &- (numeral &>> 1 &+ numeral &>> 4 &+ numeral &>> 6 &+ numeral &>> 7)
    digits = digits &- (plus &>> 3 &- plus &>> 7) &+ (slash &>> 6 &+ slash &>> 7)
    return SIMD4(digits.x.littleEndian, digits.y.littleEndian, digits.z.littleEndian, digits.w.littleEndian)
  }

  /// Reads what ``append(_:to:)`` writes.
  ///
  /// - Returns: `nil` for anything else: every value has one form only.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let paddingCount = text.suffix(2).count { $0 == padding }
    var data = [UInt8](repeating: 0, count: text.count / 4 * 3 - paddingCount)
    return fill(&data, from: text.span, paddingCount) ? data : nil
  }

  /// - Returns: Whether the text is one.
  private static func fill(_ data: inout [UInt8], from text: Span<UInt8>, _ paddingCount: Int) -> Bool {
    let values = values.span
    var data = data.mutableSpan
    // A byte that is no digit shows in the bits above the six of a digit.
    var strange: UInt32 = 0
    var (index, place) = (0, 0)
    let end = paddingCount > 0 ? text.count - 4 : text.count
    while index < end {
      let digits = text.extracting(index..<index + 4)
      let (a, b) = (UInt32(values[Int(digits[0])]), UInt32(values[Int(digits[1])]))
      let (c, d) = (UInt32(values[Int(digits[2])]), UInt32(values[Int(digits[3])]))
      strange |= a | b | c | d
      let group = a << 18 | b << 12 | c << 6 | d
      data[place] = UInt8(truncatingIfNeeded: group >> 16)
      data[place + 1] = UInt8(truncatingIfNeeded: group >> 8)
      data[place + 2] = UInt8(truncatingIfNeeded: group)
      index += 4
      place += 3
    }
    // What is left over are one or two bytes, and bits that must be zero.
    if paddingCount > 0 {
      let (a, b) = (UInt32(values[Int(text[index])]), UInt32(values[Int(text[index + 1])]))
      strange |= a | b
      data[place] = UInt8(truncatingIfNeeded: a << 2 | b >> 4)
      if paddingCount == 1 {
        let c = UInt32(values[Int(text[index + 2])])
        strange |= c | (c & 0x3) << 6
        data[place + 1] = UInt8(truncatingIfNeeded: b << 4 | c >> 2)
      } else {
        strange |= (b & 0xF) << 6
      }
    }
    return strange < 0x40
  }
}
