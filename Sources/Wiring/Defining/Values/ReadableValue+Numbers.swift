extension ReadableValue where Self: FixedWidthInteger {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    var isInRange = true
    switch value.content {
    case .integer(let number):
      if let result = Self(exactly: number) {
        self = result
        return
      }
      isInRange = false
    case .number(let number):
      if let whole = number.exactWhole {
        if let result = Self(exactly: whole) {
          self = result
          return
        }
        isInRange = false
      }
    case .text(let text):
      if let result = Self(text) {
        self = result
        return
      }
      let digits = NumberText(text)
      if let result = digits.wholeNumber(Self.self) {
        self = result
        return
      }
      isInRange = !digits.isWhole
    case .null, .boolean, .list, .map, .reference, .definition, .given:
      break
    }
    throw ValueFailure(Self.expected(isInRange: isInRange), value, path)
  }

  /// The limits of a large type are told to those only who went beyond them.
  private static func expected(isInRange: Bool) -> String {
    if bitWidth <= 32 || !isInRange { return "a whole number from \(min) to \(max)" }
    return isSigned ? "a whole number" : "a whole number from 0 on"
  }
}

extension Int: ReadableValue {}
extension Int8: ReadableValue {}
extension Int16: ReadableValue {}
extension Int32: ReadableValue {}
extension Int64: ReadableValue {}
extension Int128: ReadableValue {}
extension UInt: ReadableValue {}
extension UInt8: ReadableValue {}
extension UInt16: ReadableValue {}
extension UInt32: ReadableValue {}
extension UInt64: ReadableValue {}
extension UInt128: ReadableValue {}

extension ReadableValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// The nearest number that the type has, as in code; one beyond its limits is refused, not made infinite.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    var isInRange = true
    switch value.content {
    case .integer(let number):
      self = Self(number)
      return
    case .number(let number):
      let result = Self(number)
      if result.isFinite || !number.isFinite {
        self = result
        return
      }
      isInRange = false
    case .text(let text):
      let digits = NumberText(text)
      if let result = digits.number(Self.self) {
        if !result.isInfinite || digits.isInfinite {
          self = result
          return
        }
        isInRange = false
      }
    case .null, .boolean, .list, .map, .reference, .definition, .given:
      break
    }
    let limit = Self.greatestFiniteMagnitude
    throw ValueFailure(isInRange ? "a number" : "a number from -\(limit) to \(limit)", value, path)
  }
}

extension Double: ReadableValue {
  /// The whole number that it is; `nil` beyond the numbers of which it has each one, where it may be another one than was
  /// written.
  var exactWhole: Int64? {
    magnitude <= 0x1p53 ? Int64(exactly: self) : nil
  }
}

extension Float: ReadableValue {}
