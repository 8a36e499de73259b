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
