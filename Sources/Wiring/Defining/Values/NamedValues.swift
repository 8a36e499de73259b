/// The values of a map, for a type that decodes itself.
struct NamedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder
  private let members: [DefinitionValue.Member]
  /// Where each name stands, in a map that is too large to be searched for each of them.
  private let positions: [String: Int]?
  private let asked: AskedNames

  init(decoder: ValueDecoder, members: [DefinitionValue.Member], asked: AskedNames) {
    self.decoder = decoder
    self.members = members
    self.asked = asked
    positions =
      members.count <= 16
      ? nil
      : Dictionary(members.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    asked.askEverything()
    return members.compactMap { Key(stringValue: $0.name) }
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try value(key).content { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.read(.name(key.stringValue), value(key), as: type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inside(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try inside(key) }

  func superDecoder() throws -> any Decoder {
    let value = find("super") ?? DefinitionValue(.null, at: decoder.value.location)
    return try decoder.inside(.name("super"), value)
  }

  private func inside(_ key: Key) throws(ValueFailure) -> ValueDecoder {
    try decoder.inside(.name(key.stringValue), value(key))
  }

  private func value(_ key: Key) throws(ValueFailure) -> DefinitionValue {
    guard let value = find(key.stringValue) else {
      throw ValueFailure("a map with a value for '\(key.stringValue)'", decoder.value, decoder.path)
    }
    return value
  }

  private func find(_ key: Key) -> DefinitionValue? { find(key.stringValue) }

  private func find(_ name: String) -> DefinitionValue? {
    asked.ask(name)
    if let positions { return positions[name].map { members[$0].value } }
    return members.first { $0.name == name }?.value
  }
}
