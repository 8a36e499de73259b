import Wiring

/// The notation of numbers in files: as in code, with `_` between digits and `0x`, `0o` or `0b` before them.
struct NumberText {
  private let text: Substring
  /// The text without separators; `nil` when one is misplaced.
  private let digits: String?

  init(_ text: String) {
    self.text = text.trimmed[...]
    digits = Self.withoutSeparators(self.text)
  }

  /// The whole number; `nil` when it is invalid, not whole, or has more than 128 bits.
  var wholeNumber: WholeNumber? {
    guard let digits else { return nil }
    let isNegative = digits.hasPrefix("-")
    let body = isNegative || digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where body.hasPrefix(prefix) {
      guard body.dropFirst(2).first?.isHexDigit == true else { return nil }
      return UInt128(body.dropFirst(2), radix: radix).map { WholeNumber(magnitude: $0, isNegative: isNegative) }
    }
    if isWhole { return UInt128(body).map { WholeNumber(magnitude: $0, isNegative: isNegative) } }
    // 20.0 and 2e3 are whole numbers too.
    return Self.exactWhole(body).map { WholeNumber(magnitude: $0.magnitude, isNegative: isNegative) }
  }

  /// Returns a decimal number with a point or an exponent, if it is whole. Not by `Double`, which rounds those of 16 digits.
  private static func exactWhole(_ body: Substring) -> Int128? {
    var rest = body
    guard let mantissa = ExactDecimal(parsing: &rest) else { return nil }
    if rest.isEmpty { return mantissa.wholeNumber(timesTenToThe: 0) }
    guard rest.first == "e" || rest.first == "E", let exponent = Int(rest.dropFirst()) else { return nil }
    return mantissa.wholeNumber(timesTenToThe: exponent)
  }

  /// Returns the number as another type; `nil` when it is invalid.
  func number<Number: LosslessStringConvertible>(_ type: Number.Type) -> Number? {
    digits.flatMap(Number.init)
  }

  /// Whether it is a whole number of any size.
  var isWhole: Bool {
    guard let digits else { return false }
    let body = digits.hasPrefix("-") || digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    return !body.isEmpty && body.utf8.allSatisfy(\.isDigit)
  }

  /// Whether infinity was written, rather than a number that is too large.
  var isInfinite: Bool { !text.utf8.contains(where: \.isDigit) }

  /// Returns the text without each `_` between digits; `nil` when one is elsewhere.
  private static func withoutSeparators(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return String(text) }
    var result = ""
    var previous: Character = "_"
    for (character, next) in zip(text, Array(text.dropFirst()) + ["_"]) {
      if character != "_" {
        result.append(character)
      } else if !previous.isHexDigit || !next.isHexDigit {
        return nil
      }
      previous = character
    }
    return result
  }
}

/// A whole number of up to 128 bits and a sign.
struct WholeNumber {
  let magnitude: UInt128
  let isNegative: Bool

  init(magnitude: UInt128, isNegative: Bool) {
    (self.magnitude, self.isNegative) = (magnitude, isNegative)
  }

  init(_ number: Int64) { self.init(magnitude: UInt128(number.magnitude), isNegative: number < 0) }

  /// The number, where it has 127 bits; a large negative number has none, and no type for it.
  var signed: Int128? {
    if !isNegative { return Int128(exactly: magnitude) }
    return magnitude <= Int128.min.magnitude ? 0 &- Int128(truncatingIfNeeded: magnitude) : nil
  }
}

extension UInt8 {
  /// Whether it is an ASCII digit.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension String {
  /// The text without surrounding white space, as XML has it.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    var result = self[...]
    while result.first?.isWhitespace == true { result.removeFirst() }
    while result.last?.isWhitespace == true { result.removeLast() }
    return String(result)
  }
}

/// An exact decimal number, which units are multiplied by.
struct ExactDecimal {
  private let digits: Int128
  /// The number of digits after the decimal point.
  private let fractionDigits: Int

  /// Parses a number at the start of a text; `nil` when there is none, or it is too large.
  init?(parsing text: inout Substring) {
    var (digits, fractionDigits, length): (Int128, Int, Int) = (0, 0, 0)
    var (hasPoint, isBehindDigit) = (false, false)
    loop: for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (product, isTooLarge) = digits.multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
        if isTooLarge || isStillTooLarge { return nil }
        digits = sum
        fractionDigits += hasPoint ? 1 : 0
        isBehindDigit = true
      case UInt8(ascii: "_") where isBehindDigit:
        isBehindDigit = false
      case UInt8(ascii: ".") where isBehindDigit && !hasPoint:
        (hasPoint, isBehindDigit) = (true, false)
      case _:
        break loop
      }
      length += 1
    }
    // A trailing separator or point, or no digit.
    guard isBehindDigit else { return nil }
    self.digits = digits
    self.fractionDigits = fractionDigits
    text = text[text.utf8.index(text.startIndex, offsetBy: length)...]
  }

  /// Returns the number times a power of ten; `nil` when that is not a whole number, or out of range.
  func wholeNumber(timesTenToThe exponent: Int) -> Int128? {
    guard digits != 0 else { return 0 }
    guard (-80...80).contains(exponent) else { return nil }
    var (number, zeros) = (digits, exponent - fractionDigits)
    while zeros < 0, number.isMultiple(of: 10) { (number, zeros) = (number / 10, zeros + 1) }
    while zeros > 0 {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      (number, zeros) = (product, zeros - 1)
    }
    return zeros == 0 ? number : nil
  }

  /// Returns the number in a smaller unit; `nil` when that is not a whole number, or out of range.
  ///
  /// - Parameter unit: The number of smaller units in one unit.
  func times(_ unit: Int128) -> Int128? {
    // Common factors of the denominator with the unit, or else with the digits, are removed first, so that no
    // intermediate result exceeds the final one.
    var (unit, digits) = (unit, digits)
    for prime in [Int128(2), 5] {
      for _ in 0..<fractionDigits {
        if unit.isMultiple(of: prime) {
          unit /= prime
        } else if digits.isMultiple(of: prime) {
          digits /= prime
        } else {
          return nil
        }
      }
    }
    let (result, overflow) = digits.multipliedReportingOverflow(by: unit)
    return overflow ? nil : result
  }
}
