/// A number with a fraction, as it is written, without any loss: what units are multiplied by.
struct ExactDecimal {
  private let digits: Int128
  /// By how many places the point stands before the end of the digits.
  private let places: Int

  /// Takes a number off the start of a text; `nil` when there is none, or it is too large.
  ///
  /// - Parameter text: The text; what follows the number stays.
  init?(parsing text: inout Substring) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "_") }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap(Self.digits), parts.count <= 2 else { return nil }
    var fraction = ""
    if parts.count == 2 {
      guard let written = Self.digits(parts[1]) else { return nil }
      fraction = written
      while fraction.last == "0" { fraction.removeLast() }
    }
    guard let digits = Int128(whole + fraction) else { return nil }
    self.digits = digits
    places = fraction.count
    text.removeFirst(number.count)
  }

  /// How much that is in a smaller unit; `nil` when that is not a whole number of them, or too many.
  ///
  /// - Parameter unit: How many of the smaller unit go into the one that the number counts.
  /// - Returns: The number of smaller units.
  func times(_ unit: Int128) -> Int128? {
    // Whatever the unit and the denominator share is taken out first, so that no step is larger than the result.
    var (unit, remaining) = (unit, places)
    while remaining > 0, unit.isMultiple(of: 10) { (unit, remaining) = (unit / 10, remaining - 1) }
    var digits = digits
    for prime in [Int128(2), 5] {
      for _ in 0..<remaining {
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

  /// The digits without each `_` between them; `nil` when there are none, or one stands elsewhere.
  private static func digits(_ text: Substring) -> String? {
    guard let first = text.first, first != "_", text.last != "_", !text.contains("__") else { return nil }
    return text.filter { $0 != "_" }
  }
}
