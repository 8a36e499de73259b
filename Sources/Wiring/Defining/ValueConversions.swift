/// How values that were written as text become types that the library itself does not know.
///
/// Numbers, truth values, text, durations, ``DataSize``, enums with raw values, `LosslessStringConvertible` and `Decodable`
/// types, and lists, maps and optionals of all these are known.
public struct ValueConversions: Sendable {
  private var table: [ObjectIdentifier: @Sendable (String) -> (any Sendable)?] = [:]

  /// Creates an empty table.
  public init() {}

  /// Adds a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - convert: Makes a value of what was written; `nil` when it cannot be read.
  public mutating func add<Value: Sendable>(_ type: Value.Type, _ convert: @escaping @Sendable (String) -> Value?) {
    table[ObjectIdentifier(type)] = convert
  }

  /// The way to make a value of a type; `nil` when nobody added it.
  func conversion(to type: any Any.Type) -> (@Sendable (String) -> (any Sendable)?)? {
    table[ObjectIdentifier(type)]
  }
}
