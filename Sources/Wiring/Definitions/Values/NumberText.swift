/// A number as it is written in a file: as in code, with `_` between digits and `0x`, `0o` or `0b` before them.
struct NumberText {
  private let text: Substring
  /// Without what only makes it easier to read; `nil` when that stands in the wrong place.
  private let digits: String?

  init(_ text: String) {
    self.text = text.trimmed[...]
    digits = Self.withoutSeparators(self.text)
  }

  /// The number as one of a type; `nil` when it is none, not whole, or beyond the type's limits.
  func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard let digits else { return nil }
    if let number = Number(digits) { return number }
    let isNegative = digits.hasPrefix("-")
    let body = isNegative || digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where body.hasPrefix(prefix) {
      guard body.dropFirst(2).first?.isHexDigit == true else { return nil }
      return Number((isNegative ? "-" : "") + body.dropFirst(2), radix: radix)
    }
    // 20.0 and 2e3 are whole numbers, too.
    return isWhole ? nil : Double(digits)?.exactWhole.flatMap(Number.init(exactly:))
  }

  /// The number as one of a type; `nil` when it is none.
  func number<Number: LosslessStringConvertible>(_ type: Number.Type) -> Number? {
    digits.flatMap(Number.init)
  }

  /// Whether it is a whole number, of any size.
  var isWhole: Bool {
    guard let digits else { return false }
    let body = digits.hasPrefix("-") || digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    return !body.isEmpty && body.utf8.allSatisfy(\.isDigit)
  }

  /// Whether an infinite number was written so, and is not one that was too large.
  var isInfinite: Bool { !text.utf8.contains(where: \.isDigit) }

  /// Takes out each `_` that stands between digits; `nil` when one stands elsewhere.
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

extension UInt8 {
  /// Whether it is a digit in ASCII.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension String {
  /// Without white space at its ends, as it stands around text in XML.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    var result = self[...]
    while result.first?.isWhitespace == true { result.removeFirst() }
    while result.last?.isWhitespace == true { result.removeLast() }
    return String(result)
  }
}

/// A number with a fraction, as it is written, without any loss: what units are multiplied by.
struct ExactDecimal {
  private let digits: Int128
  /// By how many places the point stands before the end of the digits.
  private let places: Int

  /// Takes a number off the start of a text; `nil` when there is none, or it is too large.
  ///
  /// - Parameter text: The text; what follows the number stays.
  init?(parsing text: inout Substring) {
    var (digits, places, length): (Int128, Int, Int) = (0, 0, 0)
    var (hasPoint, isBehindDigit) = (false, false)
    loop: for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (product, isTooLarge) = digits.multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
        if isTooLarge || isStillTooLarge { return nil }
        digits = sum
        places += hasPoint ? 1 : 0
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
    // A separator or a point at the end, or no digit at all.
    guard isBehindDigit else { return nil }
    self.digits = digits
    self.places = places
    text = text[text.utf8.index(text.startIndex, offsetBy: length)...]
  }

  /// How much that is in a smaller unit; `nil` when that is not a whole number of them, or too many.
  ///
  /// - Parameter unit: How many of the smaller unit go into the one that the number counts.
  /// - Returns: The number of smaller units.
  func times(_ unit: Int128) -> Int128? {
    // What the denominator shares with the unit, or else with the digits, is taken out first, so that no step is larger
    // than the result.
    var (unit, digits) = (unit, digits)
    for prime in [Int128(2), 5] {
      for _ in 0..<places {
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
