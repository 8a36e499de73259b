/// The values of a list, for a type that decodes itself.
struct ListedValues: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let values: [DefinitionValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, values: [DefinitionValue]) {
    self.decoder = decoder
    self.values = values
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try current().content else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let result = try decoder.read(.index(currentIndex), current(), as: type)
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try inside().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try inside().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let inside = try inside()
    currentIndex += 1
    return inside
  }

  private func inside() throws(ValueFailure) -> ValueDecoder {
    try decoder.inside(.index(currentIndex), current())
  }

  private func current() throws(ValueFailure) -> DefinitionValue {
    guard !isAtEnd else {
      throw ValueFailure("a list with a value at [\(currentIndex)]", decoder.value, decoder.path)
    }
    return values[currentIndex]
  }
}
