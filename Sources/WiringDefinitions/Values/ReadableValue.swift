import Wiring

/// A type that the library can read from a value.
protocol ReadableValue {
  /// Returns whether the result contains no mutable state, so that all consumers can share it.
  static func isPureValue(_ reader: ValueReader) -> Bool

  /// Reads a value.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure)
}

extension ReadableValue {
  static func isPureValue(_: ValueReader) -> Bool { true }
}

extension String: ReadableValue {
  /// Only text is text: the notation of a number is lost.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .text(let text): self = text
    case .boolean, .integer, .number: throw ValueFailure(expected: "text, in quotes", value: value, at: path)
    case .null, .list, .map, .reference, .definition, .given:
      throw ValueFailure(expected: "text", value: value, at: path)
    }
  }
}

extension Bool: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .boolean(let boolean):
      self = boolean
    case .text(let text):
      switch text.trimmed.lowercased() {
      case "true", "yes", "on": self = true
      case "false", "no", "off": self = false
      case _: throw ValueFailure(expected: "true or false", value: value, at: path)
      }
    case .null, .integer, .number, .list, .map, .reference, .definition, .given:
      throw ValueFailure(expected: "true or false", value: value, at: path)
    }
  }
}

extension Duration: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .text(let text) = value.content, let duration = DurationText.duration(text.trimmed) else {
      throw ValueFailure(expected: "a duration such as 30s or 1m 30s", value: value, at: path)
    }
    self = duration
  }
}

extension DataSize: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    let size: DataSize? =
      switch value.content {
      case .integer, .number: (try? Int(reading: value, with: reader, at: path)).map(DataSize.init(bytes:))
      case .text(let text): DataSize(text)
      case .null, .boolean, .list, .map, .reference, .definition, .given: nil
      }
    guard let size else {
      throw ValueFailure(expected: "a size such as 512 kB or 16 MiB", value: value, at: path)
    }
    self = size
  }
}

extension Optional: ReadableValue {
  static func isPureValue(_ reader: ValueReader) -> Bool {
    reader.isPureValue(Wrapped.self)
  }

  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    if case .null = value.content {
      self = nil
    } else {
      self = try reader.read(value, as: Wrapped.self, at: path)
    }
  }
}

extension Array: ReadableValue {
  static func isPureValue(_ reader: ValueReader) -> Bool {
    reader.isPureValue(Element.self)
  }

  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .list(let values) = value.content else { throw ValueFailure(expected: "a list", value: value, at: path) }
    self = []
    reserveCapacity(values.count)
    for (index, element) in values.enumerated() {
      append(try reader.read(element, as: Element.self, at: ValuePath(.index(index), of: path, to: element)))
    }
  }
}

extension Set: ReadableValue {
  static func isPureValue(_ reader: ValueReader) -> Bool {
    reader.isPureValue(Element.self)
  }

  /// Duplicates in the list are ignored.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    self.init(try [Element](reading: value, with: reader, at: path))
  }
}

extension Dictionary: ReadableValue {
  static func isPureValue(_ reader: ValueReader) -> Bool {
    reader.isPureValue(Key.self) && reader.isPureValue(Value.self)
  }

  /// Names are read as the type of the keys, like text.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .map(let members) = value.content else { throw ValueFailure(expected: "a map", value: value, at: path) }
    self.init(minimumCapacity: members.count)
    for member in members {
      let inside = try ValuePath(.name(member.name), of: path, to: member.value)
      let name = DefinitionValue(.text(member.name), at: member.location)
      let key = try reader.read(name, as: Key.self, at: inside)
      let element = try reader.read(member.value, as: Value.self, at: inside)
      guard updateValue(element, forKey: key) == nil else {
        throw ValueFailure(expected: "each key once", value: name, at: inside)
      }
    }
  }
}

// Each integer type compiles only the conversion of a number, not the parser.
extension ReadableValue where Self: FixedWidthInteger {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    let (number, isTooLarge) = WholeNumber.reading(value.content)
    guard let result = number.flatMap({ Self(exactly: $0) }) else {
      // The range of a large type is shown only when it was exceeded.
      let isRangeShown = Self.bitWidth <= 32 || isTooLarge
      throw .notWhole(
        value, range: isRangeShown ? (Self.min.description, Self.max.description) : nil, isSigned: Self.isSigned,
        at: path)
    }
    self = result
  }
}

extension FixedWidthInteger {
  /// Creates the equal number; `nil` when it is out of range.
  fileprivate init?(exactly number: WholeNumber) {
    if let signed = number.signed {
      self.init(exactly: signed)
    } else if number.isNegative {
      return nil
    } else {
      self.init(exactly: number.magnitude)
    }
  }
}

extension ValueFailure {
  fileprivate static func notWhole(
    _ value: DefinitionValue, range: (min: String, max: String)?, isSigned: Bool, at path: ValuePath?
  ) -> ValueFailure {
    let limits = range.map { " from \($0.min) to \($0.max)" } ?? (isSigned ? "" : " from 0 on")
    return ValueFailure(expected: "a whole number\(limits)", value: value, at: path)
  }
}

extension WholeNumber {
  /// Returns the number of a value; without one, whether it is a whole number that may be out of range.
  fileprivate static func reading(_ content: DefinitionValue.Content) -> (WholeNumber?, isTooLarge: Bool) {
    switch content {
    case .integer(let number): return (WholeNumber(number), true)
    case .number(let number): return (number.exactWhole.map(WholeNumber.init), number.exactWhole != nil)
    case .text(let text):
      let digits = NumberText(text)
      return (digits.wholeNumber, digits.isWhole)
    case .null, .boolean, .list, .map, .reference, .definition, .given: return (nil, false)
    }
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
  /// The nearest representable number, as in code; a number out of range is refused rather than infinite.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    let (number, isTooLarge) = Self.number(value.content)
    guard let number else {
      let limit = Self.greatestFiniteMagnitude
      throw ValueFailure(
        expected: isTooLarge ? "a number from -\(limit) to \(limit)" : "a number", value: value, at: path)
    }
    self = number
  }

  /// Returns the number of a value; without one, whether it is a number out of range.
  private static func number(_ content: DefinitionValue.Content) -> (Self?, isTooLarge: Bool) {
    switch content {
    case .integer(let number):
      return (Self(number), false)
    case .number(let number):
      let result = Self(number)
      return (result.isFinite || !number.isFinite ? result : nil, true)
    case .text(let text):
      let digits = NumberText(text)
      guard let result = digits.number(Self.self) else { return (nil, false) }
      return (!result.isInfinite || digits.isInfinite ? result : nil, true)
    case .null, .boolean, .list, .map, .reference, .definition, .given:
      return (nil, false)
    }
  }
}

extension Double: ReadableValue {
  /// The equal whole number; `nil` out of the range in which every whole number is representable, where it could differ
  /// from the one in the source.
  var exactWhole: Int64? {
    magnitude <= 0x1p53 ? Int64(exactly: self) : nil
  }
}

extension Float: ReadableValue {}
