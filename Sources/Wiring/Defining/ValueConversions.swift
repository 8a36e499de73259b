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
