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
