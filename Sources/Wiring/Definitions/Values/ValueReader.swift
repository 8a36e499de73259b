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
    if let result = try given(value, as: type, at: path) { return result }
    if let result = try usual(value, as: type, at: path) { return result }
    if let result = try readable(value, as: type, at: path) { return result }
    if let result = try converted(value, as: type, at: path) { return result }
    if let result = try cased(value, as: type, at: path) { return result }
    if let result = try convertible(value, as: type, at: path) { return result }
    if let result = try decodable(value, as: type, at: path) { return result }
    throw ValueFailure(Self.advice(on: type), value, path)
  }

  /// Whether what is read as a type holds nothing that can change, so that all consumers can have the same.
  ///
  /// - Parameter type: The type; of one that the library does not know, no more than its layout is known.
  func isPureValue<Value>(_ type: Value.Type) -> Bool {
    // Numbers, cases, and structures of such: they have no reference in them.
    if _isPOD(type) || type == String.self { return true }
    if let readable = type as? any ReadableValue.Type { return readable.isPureValue(self) }
    return conversions.conversion(to: type) != nil
  }

  // Each way in a function of its own: a value inside a value is read by the same function once more, and one that did all
  // of this would take the stack of all of it. They return `nil` where the way is not that of the type.

  private func given<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    guard case .given(let given) = value.content else { return nil }
    guard let result = given as? Value else {
      throw ValueFailure("a value of type '\(AnyKey(type).typeName)'", value, path)
    }
    return result
  }

  /// By identity first: most values are of these types, and a conformance takes much longer to look up.
  private func usual<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    if type == String.self { return try String(reading: value, with: self, at: path) as? Value }
    if type == Int.self { return try Int(reading: value, with: self, at: path) as? Value }
    if type == Bool.self { return try Bool(reading: value, with: self, at: path) as? Value }
    if type == Double.self { return try Double(reading: value, with: self, at: path) as? Value }
    return nil
  }

  private func readable<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    guard let readable = type as? any ReadableValue.Type else { return nil }
    return try self.readable(readable, value, as: type, at: path)
  }

  /// The cast only tells the compiler what is known: the two types are one.
  private func readable<Readable: ReadableValue, Value>(
    _ readable: Readable.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    try Readable(reading: value, with: self, at: path) as? Value
  }

  private func converted<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    guard let conversion = conversions.conversion(to: type) else { return nil }
    guard case .text(let text) = value.content, let result = conversion.convert(text) as? Value else {
      throw ValueFailure(conversion.expected ?? "text that can be read as '\(AnyKey(type).typeName)'", value, path)
    }
    return result
  }

  private func cased<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    if let raw = type as? any RawRepresentable.Type { return try self.raw(raw, value, as: type, at: path) }
    guard let cases = type as? any CaseIterable.Type, isText(value, for: type) else { return nil }
    return try named(cases, value, as: type, at: path)
  }

  private func convertible<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    guard let convertible = type as? any LosslessStringConvertible.Type, isText(value, for: type) else { return nil }
    guard case .text(let text) = value.content, let result = convertible.init(text) as? Value else {
      throw ValueFailure("text that can be read as '\(AnyKey(type).typeName)'", value, path)
    }
    return result
  }

  private func decodable<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    return try decoded(decodable, value, as: type, at: path)
  }

  /// What is no text may still be decoded, where a type has both forms: a case with values, for example.
  private func isText(_ value: DefinitionValue, for type: any Any.Type) -> Bool {
    value.isText || !(type is any Decodable.Type)
  }

  /// What to do about a type that nothing can read.
  private static func advice(on type: any Any.Type) -> String {
    let key = AnyKey(type)
    let reason = ", since '\(key.typeName)' is neither Decodable nor LosslessStringConvertible"
    return "a reference to an object" + (key.isExistential ? "" : reason)
  }
}

extension ValueReader {
  /// Reads a raw value, and makes a value of it.
  func raw<Raw: RawRepresentable, Value>(
    _ raw: Raw.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    let failure: ValueFailure?
    do {
      let rawValue = try read(value, as: Raw.RawValue.self, at: path)
      if let result = Raw(rawValue: rawValue) { return result as? Value }
      failure = nil
    } catch {
      failure = error
    }
    if let cases = raw as? any CaseIterable.Type { throw Self.noCase(Self.rawValues(of: cases), value, path) }
    throw failure ?? ValueFailure("a raw value of '\(AnyKey(type).typeName)'", value, path)
  }

  /// Finds the case that is called as the text says: by its description, which is its name unless the type has another.
  func named<Cases: CaseIterable, Value>(
    _ cases: Cases.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    if case .text(let text) = value.content, let result = cases.allCases.first(where: { "\($0)" == text }) {
      return result as? Value
    }
    throw Self.noCase(cases.allCases.map { "\($0)" }, value, path)
  }

  private static func rawValues<Cases: CaseIterable>(of cases: Cases.Type) -> [String] {
    cases.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }

  private static func noCase(_ names: [String], _ value: DefinitionValue, _ path: ValuePath?) -> ValueFailure {
    let listed = names.count > 12 ? names.prefix(11) + ["\(names.count - 11) more"] : names[...]
    var nearMiss: String?
    if case .text(let text) = value.content { nearMiss = Spelling.nearest(to: text, among: names) }
    return ValueFailure("one of " + listed.joined(separator: ", "), value, path, nearMiss: nearMiss)
  }
}

/// How values that were written as text become types that the library itself does not know.
///
/// Numbers, truth values, text, durations, ``DataSize``, enums with raw values, `LosslessStringConvertible` and `Decodable`
/// types, and lists, maps and optionals of all these are known.
public struct ValueConversions: Sendable {
  /// How to make a value of what was written, and what to write instead where that is not possible.
  struct Conversion: Sendable {
    let expected: String?
    let convert: @Sendable (String) -> (any Sendable)?
  }

  private var table: [ObjectIdentifier: Conversion] = [:]

  /// Creates an empty table.
  public init() {}

  /// Adds a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - expected: What a message says should have been written, as in `a colour such as #ff8800`.
  ///   - convert: Makes a value of what was written; `nil` when it cannot be read.
  public mutating func add<Value: Sendable>(
    _ type: Value.Type, expected: String? = nil, _ convert: @escaping @Sendable (String) -> Value?
  ) {
    table[ObjectIdentifier(type)] = Conversion(expected: expected, convert: convert)
  }

  /// The way to make a value of a type; `nil` when nobody added it.
  func conversion(to type: any Any.Type) -> Conversion? {
    table.isEmpty ? nil : table[ObjectIdentifier(type)]
  }
}
