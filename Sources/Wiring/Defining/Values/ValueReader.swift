/// Turns what a definition gives into a value of the type that is asked for.
///
/// The type decides, never the looks of the text: `12` is a number for an `Int`, and text for a `String`. In this order: a
/// value that is there, the types that are ``ReadableValue``, those of the table of conversions, raw values, cases by name,
/// `LosslessStringConvertible`, and `Decodable`. Within lists, maps, optionals and decoded types the same holds again.
@usableFromInline struct ValueReader: Sendable {
  private let conversions: ValueConversions

  /// Creates a reader.
  ///
  /// - Parameter conversions: What turns text into types that the library does not know.
  init(_ conversions: ValueConversions) {
    self.conversions = conversions
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - value: What was given; a reference or a definition is nothing that can be read.
  ///   - type: The type that is asked for.
  ///   - path: The way to it, from the value that is read as a whole.
  /// - Returns: The value.
  /// - Throws: What was expected, where something else was found.
  func read<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath? = nil
  ) throws(ValueFailure) -> Value {
    if case .given(let given) = value.content {
      guard let result = given as? Value else {
        throw ValueFailure("a value of type '\(AnyKey(type).typeName)'", value, path)
      }
      return result
    }
    // By identity first: most values are of these types, and a conformance takes much longer to look up.
    if type == String.self, let result = try String(reading: value, with: self, at: path) as? Value { return result }
    if type == Int.self, let result = try Int(reading: value, with: self, at: path) as? Value { return result }
    if type == Bool.self, let result = try Bool(reading: value, with: self, at: path) as? Value { return result }
    if type == Double.self, let result = try Double(reading: value, with: self, at: path) as? Value { return result }
    if let readable = type as? any ReadableValue.Type,
      let result = try self.readable(readable, value, as: type, at: path)
    {
      return result
    }
    if let conversion = conversions.conversion(to: type) {
      return try converted(conversion, value, as: type, at: path)
    }
    return try other(value, as: type, at: path)
  }

  /// What is asked for is known to be readable; the cast only says so to the compiler.
  private func readable<Readable: ReadableValue, Value>(
    _ readable: Readable.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    try Readable(reading: value, with: self, at: path) as? Value
  }

  private func converted<Value>(
    _ conversion: ValueConversions.Conversion, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value {
    guard case .text(let text) = value.content, let result = conversion.convert(text) as? Value else {
      throw ValueFailure(conversion.expected ?? "text that can be read as '\(AnyKey(type).typeName)'", value, path)
    }
    return result
  }

  /// Reads what only the protocols of the type tell how to read.
  private func other<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value {
    if let raw = type as? any RawRepresentable.Type, let result = try self.raw(raw, value, as: type, at: path) {
      return result
    }
    let decodable = type as? any Decodable.Type
    // What is no text may still be decoded: a case with values, or a type that has both forms.
    if let cases = type as? any CaseIterable.Type, value.isText || decodable == nil,
      let result = try named(cases, value, as: type, at: path)
    {
      return result
    }
    if let convertible = type as? any LosslessStringConvertible.Type, value.isText || decodable == nil {
      guard case .text(let text) = value.content, let result = convertible.init(text) as? Value else {
        throw ValueFailure("text that can be read as '\(AnyKey(type).typeName)'", value, path)
      }
      return result
    }
    if let decodable, let result = try decoded(decodable, value, as: type, at: path) { return result }
    throw ValueFailure(Self.advice(on: type), value, path)
  }

  /// What to do about a type that nothing can read.
  private static func advice(on type: any Any.Type) -> String {
    let key = AnyKey(type)
    let advice = key.isExistential ? "" : "conform '\(key.typeName)' to Decodable or LosslessStringConvertible, or "
    return "a type that can be read from a file: \(advice)refer to an object by ref"
  }
}
