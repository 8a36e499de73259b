/// A type that the library itself can read.
protocol ReadableValue {
  /// Whether what is read holds nothing that can change, so that all consumers can have the same.
  ///
  /// - Parameter reader: Knows of what is inside.
  static func isPureValue(_ reader: ValueReader) -> Bool

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - value: What was given; never one that is there.
  ///   - reader: Reads what is inside.
  ///   - path: The way to it.
  /// - Throws: What was expected, where something else was found.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure)
}

extension ReadableValue {
  static func isPureValue(_: ValueReader) -> Bool { true }
}

extension String: ReadableValue {
  /// Only text is text: of a number, nobody knows any more how it was written.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .text(let text): self = text
    case .boolean, .integer, .number: throw ValueFailure("text, in quotes", value, path)
    case .null, .list, .map, .reference, .definition, .given: throw ValueFailure("text", value, path)
    }
  }
}

extension Bool: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .boolean(let truth):
      self = truth
    case .text(let text):
      switch text.trimmed.lowercased() {
      case "true", "yes", "on": self = true
      case "false", "no", "off": self = false
      case _: throw ValueFailure("true or false", value, path)
      }
    case .null, .integer, .number, .list, .map, .reference, .definition, .given:
      throw ValueFailure("true or false", value, path)
    }
  }
}

extension Duration: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .text(let text) = value.content, let duration = DurationText.duration(text.trimmed) else {
      throw ValueFailure("a duration such as 30s or 1m 30s", value, path)
    }
    self = duration
  }
}

extension DataSize: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .integer, .number:
      do {
        self.init(bytes: try Int(reading: value, with: reader, at: path))
        return
      } catch {}
    case .text(let text):
      if let size = DataSize(text) {
        self = size
        return
      }
    case .null, .boolean, .list, .map, .reference, .definition, .given:
      break
    }
    throw ValueFailure("a size such as 512 kB or 16 MiB", value, path)
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
    guard case .list(let values) = value.content else { throw ValueFailure("a list", value, path) }
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

  /// What the list has twice is in the set once.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    self.init(try [Element](reading: value, with: reader, at: path))
  }
}

extension Dictionary: ReadableValue {
  static func isPureValue(_ reader: ValueReader) -> Bool {
    reader.isPureValue(Key.self) && reader.isPureValue(Value.self)
  }

  /// The names are read as the type of the keys, in the same way as text.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .map(let members) = value.content else { throw ValueFailure("a map", value, path) }
    self.init(minimumCapacity: members.count)
    for member in members {
      let inside = try ValuePath(.name(member.name), of: path, to: member.value)
      let name = DefinitionValue(.text(member.name), at: member.location)
      let key = try reader.read(name, as: Key.self, at: inside)
      let element = try reader.read(member.value, as: Value.self, at: inside)
      guard updateValue(element, forKey: key) == nil else { throw ValueFailure("each key once", name, inside) }
    }
  }
}

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
