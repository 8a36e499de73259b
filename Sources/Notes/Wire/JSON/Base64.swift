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

  /// Writes bytes behind a text. Payloads are most of what a server sends, so that the text is made as long as it will be
  /// first, and then filled in place.
  static func append(_ data: [UInt8], to text: inout [UInt8]) {
    var place = text.count
    text.append(contentsOf: repeatElement(padding, count: (data.count + 2) / 3 * 4))
    let (digits, data) = (digits.span, data.span)
    var index = 0
    var result = text.mutableSpan
    while index + 5 < data.count {
      var words = result.mutableBytes
      words.storeBytes(of: word(data, at: index), toByteOffset: place, as: UInt64.self)
      index += 6
      place += 8
    }
    if index + 2 < data.count {
      let group = Int(data[index]) << 16 | Int(data[index + 1]) << 8 | Int(data[index + 2])
      result[place] = digits[group >> 18]
      result[place + 1] = digits[group >> 12 & 0x3F]
      result[place + 2] = digits[group >> 6 & 0x3F]
      result[place + 3] = digits[group & 0x3F]
      index += 3
      place += 4
    }
    let rest = data.count - index
    guard rest > 0 else { return }
    let group = Int(data[index]) << 16 | (rest == 2 ? Int(data[index + 1]) << 8 : 0)
    result[place] = digits[group >> 18]
    result[place + 1] = digits[group >> 12 & 0x3F]
    if rest == 2 { result[place + 2] = digits[group >> 6 & 0x3F] }
  }

  /// Eight digits for six bytes, without looking any of them up: a digit is its value and a number that grows or shrinks
  /// where another row of characters begins. Sums of whole words cannot be wrong, since in the end each digit fits into its
  /// byte.
  private static func word(_ data: Span<UInt8>, at index: Int) -> UInt64 {
    let high = UInt64(data[index]) << 40 | UInt64(data[index + 1]) << 32 | UInt64(data[index + 2]) << 24
    let low = UInt64(data[index + 3]) << 16 | UInt64(data[index + 4]) << 8 | UInt64(data[index + 5])
    let bits = high | low
    var values = bits >> 42 & 0x3F | (bits >> 36 & 0x3F) << 8 | (bits >> 30 & 0x3F) << 16 | (bits >> 24 & 0x3F) << 24
    values |= (bits >> 18 & 0x3F) << 32 | (bits >> 12 & 0x3F) << 40 | (bits >> 6 & 0x3F) << 48 | (bits & 0x3F) << 56
    let each: UInt64 = 0x0101_0101_0101_0101
    /// A one in each byte whose value is at least this.
    func reached(_ value: UInt64) -> UInt64 { (values &+ (128 - value) &* each) >> 7 & each }
    let digits =
      values &+ UInt64(UInt8(ascii: "A")) &* each &+ 6 &* reached(26) &- 75 &* reached(52) &- 15 &* reached(62)
      &+ 3 &* reached(63)
    return digits.littleEndian
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
      let (a, b) = (UInt32(values[Int(text[index])]), UInt32(values[Int(text[index + 1])]))
      let (c, d) = (UInt32(values[Int(text[index + 2])]), UInt32(values[Int(text[index + 3])]))
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
