/// A value as a whole, for a type that decodes itself.
struct SingleValue: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if case .null = decoder.value.content { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.reader.read(decoder.value, as: type, at: decoder.path)
  }
}
