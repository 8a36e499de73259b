import Wiring

/// Reads values of definitions as the types of parameters.
///
/// The type decides, never the form of the text: `12` is a number for an `Int`, and text for a `String`. In this order:
/// an existing object, the types that are ``ReadableValue``, those of the table of conversions, raw values, cases by
/// name, `LosslessStringConvertible`, and `Decodable`. The same applies in lists, maps, optionals and decoded types.
@usableFromInline struct ValueReader: Sendable {
  private let conversions: ValueConversions

  /// Creates a reader.
  init(_ conversions: ValueConversions) {
    self.conversions = conversions
  }

  /// Reads a value.
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
    throw ValueFailure(expected: Self.advice(on: type), value: value, at: path)
  }

  /// Returns whether values of a type contain no mutable state, so that all consumers can share them.
  func isPureValue<Value>(_ type: Value.Type) -> Bool {
    // Numbers, cases, and structures of these contain no reference.
    if _isPOD(type) || type == String.self { return true }
    if let readable = type as? any ReadableValue.Type { return readable.isPureValue(self) }
    return conversions.conversion(to: type) != nil
  }

  // One function per strategy: contained values are read recursively, and a single function would use the stack of all
  // strategies. Each returns `nil` where it does not apply to the type.

  private func given<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    guard case .given(let given) = value.content else { return nil }
    guard let result = given as? Value else {
      throw ValueFailure(expected: "a value of type '\(AnyKey(type).typeName)'", value: value, at: path)
    }
    return result
  }

  /// By identity first: most values are of these types, and looking up a conformance takes much longer.
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

  /// The cast only informs the compiler: the two types are the same.
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
      throw ValueFailure(
        expected: conversion.expected ?? "text that can be read as '\(AnyKey(type).typeName)'", value: value, at: path)
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
      throw ValueFailure(expected: "text that can be read as '\(AnyKey(type).typeName)'", value: value, at: path)
    }
    return result
  }

  private func decodable<Value>(
    _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    return try decoded(decodable, value, as: type, at: path)
  }

  /// Types with both forms, such as a case with values, may still decode a value that is not text.
  private func isText(_ value: DefinitionValue, for type: any Any.Type) -> Bool {
    value.isText || !(type is any Decodable.Type)
  }

  /// Returns the advice for a type that cannot be read.
  private static func advice(on type: any Any.Type) -> String {
    let key = AnyKey(type)
    let reason = ", since '\(key.typeName)' is neither Decodable nor LosslessStringConvertible"
    return "a reference to an object" + (key.isExistential ? "" : reason)
  }
}

extension ValueReader {
  /// Reads a raw value, and converts it.
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
    if let cases = raw as? any CaseIterable.Type {
      throw Self.noSuchCase(among: Self.rawValues(of: cases), value: value, at: path)
    }
    throw failure ?? ValueFailure(expected: "a raw value of '\(AnyKey(type).typeName)'", value: value, at: path)
  }

  /// Returns the case with a name: its description, which is its name by default.
  func named<Cases: CaseIterable, Value>(
    _ cases: Cases.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    if case .text(let text) = value.content, let result = cases.allCases.first(where: { "\($0)" == text }) {
      return result as? Value
    }
    throw Self.noSuchCase(among: cases.allCases.map { "\($0)" }, value: value, at: path)
  }

  private static func rawValues<Cases: CaseIterable>(of cases: Cases.Type) -> [String] {
    cases.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }

  private static func noSuchCase(
    among names: [String], value: DefinitionValue, at path: ValuePath?
  ) -> ValueFailure {
    let listed = names.count > 12 ? names.prefix(11) + ["\(names.count - 11) more"] : names[...]
    var nearMiss: String?
    if case .text(let text) = value.content { nearMiss = Spelling.nearest(to: text, among: names) }
    return ValueFailure(
      expected: "one of " + listed.joined(separator: ", "), value: value, at: path, nearMiss: nearMiss)
  }
}

/// Conversions of text to types that the library does not know.
///
/// Known are numbers, Boolean values, text, durations, ``DataSize``, enums with raw values, `LosslessStringConvertible`
/// and `Decodable` types, and lists, maps and optionals of all these.
public struct ValueConversions: Sendable {
  /// A conversion, and the description of valid text.
  struct Conversion: Sendable {
    let expected: String?
    let convert: @Sendable (String) -> (any Sendable)?
  }

  private var table: [ObjectIdentifier: Conversion] = [:]

  /// Creates an empty table.
  public init() {}

  /// Adds a conversion.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - expected: The description of valid text in messages, as in `a colour such as #ff8800`.
  ///   - convert: Converts the text; `nil` when it is invalid.
  public mutating func add<Value: Sendable>(
    _ type: Value.Type, expected: String? = nil, _ convert: @escaping @Sendable (String) -> Value?
  ) {
    table[ObjectIdentifier(type)] = Conversion(expected: expected, convert: convert)
  }

  /// Returns the conversion to a type; `nil` without one.
  func conversion(to type: any Any.Type) -> Conversion? {
    table.isEmpty ? nil : table[ObjectIdentifier(type)]
  }
}
