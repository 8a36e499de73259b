import Wiring

/// A decoder for types that decode themselves; contained values are read like all others.
struct ValueDecoder: Decoder {
  let reader: ValueReader
  let value: DefinitionValue
  let path: ValuePath?
  private let requestedNames: RequestedNames

  init(reader: ValueReader, value: DefinitionValue, path: ValuePath?, requestedNames: RequestedNames = .init()) {
    self.reader = reader
    self.value = value
    self.path = path
    self.requestedNames = requestedNames
  }

  var codingPath: [any CodingKey] { ValueKey.keys(to: path) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let members) = value.content else { throw ValueFailure(expected: "a map", value: value, at: path) }
    return KeyedDecodingContainer(KeyedValueContainer(decoder: self, members: members, requestedNames: requestedNames))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let values) = value.content else { throw ValueFailure(expected: "a list", value: value, at: path) }
    return UnkeyedValueContainer(decoder: self, values: values)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueContainer(decoder: self) }

  /// Returns a decoder of a contained value. What is requested through several of one value counts together.
  func inside(_ step: ValuePath.Step, _ value: DefinitionValue) throws(ValueFailure) -> ValueDecoder {
    if let known = requestedNames.decoder(at: step) { return known }
    let decoder = ValueDecoder(reader: reader, value: value, path: try ValuePath(step, of: path, to: value))
    requestedNames.insert(decoder, at: step)
    return decoder
  }

  /// Reads a contained value.
  func read<Value>(_ step: ValuePath.Step, _ value: DefinitionValue, as type: Value.Type) throws(ValueFailure) -> Value
  {
    let result = try reader.read(value, as: type, at: try ValuePath(step, of: path, to: value))
    requestedNames.whole.insert(step)
    return result
  }

  /// Accepts all names of the value, which was read as another type, too.
  func acceptNames() { requestedNames.acceptAll() }

  /// Throws for a name that the type did not request, here or in a contained value: otherwise the misspelt name of an optional
  /// value would go unnoticed.
  func refuseUnknownNames() throws(ValueFailure) {
    // A value that was read as a whole has been checked, whatever was asked of it before, such as the name of its type.
    for (step, decoder) in requestedNames.inner where !requestedNames.whole.contains(step) {
      try decoder.refuseUnknownNames()
    }
    guard case .map(let members) = value.content, let names = requestedNames.names,
      let unknown = members.first(where: { !names.contains($0.name) })
    else { return }
    throw ValueFailure(
      expected: "one of " + names.joined(separator: ", "),
      value: DefinitionValue(.text(unknown.name), at: unknown.location), at: path,
      nearMiss: Spelling.nearest(to: unknown.name, among: names))
  }
}

/// The names that a type requested while it was decoding itself.
final class RequestedNames {
  private var isAsked = false
  private var isEverything = false
  private var list: [String] = []
  private var set: Set<String> = []
  /// The decoders of contained values that the type asked for, in the order of the requests.
  private(set) var inner: [(step: ValuePath.Step, decoder: ValueDecoder)] = []
  private var positions: [ValuePath.Step: Int] = [:]
  /// The contained values that were read as other types.
  var whole: Set<ValuePath.Step> = []

  /// The names in the order of the requests; `nil` when the type requested none, or all of them.
  var names: [String]? { isAsked && !isEverything ? list : nil }

  func insert(_ name: String) {
    isAsked = true
    if !isEverything, list.last != name, set.insert(name).inserted { list.append(name) }
  }

  func insertAll() { isEverything = true }

  /// Accepts every name, also of the contained values.
  func acceptAll() {
    isEverything = true
    (inner, positions) = ([], [:])
  }

  func decoder(at step: ValuePath.Step) -> ValueDecoder? { positions[step].map { inner[$0].decoder } }

  func insert(_ decoder: ValueDecoder, at step: ValuePath.Step) {
    positions[step] = inner.count
    inner.append((step, decoder))
  }
}

/// The container of a map.
struct KeyedValueContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder
  private let members: [DefinitionValue.Member]
  /// The index of each name, in a map that is too large for a linear search.
  private let positions: [String: Int]?
  private let requestedNames: RequestedNames

  init(decoder: ValueDecoder, members: [DefinitionValue.Member], requestedNames: RequestedNames) {
    self.decoder = decoder
    self.members = members
    self.requestedNames = requestedNames
    positions =
      members.count <= 16
      ? nil
      : Dictionary(members.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    requestedNames.insertAll()
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
      throw ValueFailure(
        expected: "a map with a value for '\(key.stringValue)'", value: decoder.value, at: decoder.path)
    }
    return value
  }

  private func find(_ key: Key) -> DefinitionValue? { find(key.stringValue) }

  private func find(_ name: String) -> DefinitionValue? {
    requestedNames.insert(name)
    if let positions { return positions[name].map { members[$0].value } }
    return members.first { $0.name == name }?.value
  }
}

/// The container of a list.
struct UnkeyedValueContainer: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let values: [DefinitionValue]
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try current().content else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try advancing { try $0.decoder.read(.index($0.currentIndex), $0.current(), as: type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try advancing { try $0.inside().container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try advancing { try $0.inside().unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try advancing { try $0.inside() } }

  /// Reads the current value and moves to the next; an error leaves the position as it is.
  private mutating func advancing<Result>(_ read: (Self) throws -> Result) rethrows -> Result {
    let result = try read(self)
    currentIndex += 1
    return result
  }

  private func inside() throws(ValueFailure) -> ValueDecoder {
    try decoder.inside(.index(currentIndex), current())
  }

  private func current() throws(ValueFailure) -> DefinitionValue {
    guard !isAtEnd else {
      throw ValueFailure(expected: "a list with a value at [\(currentIndex)]", value: decoder.value, at: decoder.path)
    }
    return values[currentIndex]
  }
}

/// The container of a single value.
struct SingleValueContainer: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if case .null = decoder.value.content { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let result = try decoder.reader.read(decoder.value, as: type, at: decoder.path)
    decoder.acceptNames()
    return result
  }
}

extension ValueReader {
  /// Decodes a type that decodes itself.
  func decoded<Decoded: Decodable, Value>(
    _ decoded: Decoded.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    let decoder = ValueDecoder(reader: self, value: value, path: path)
    do {
      let result = try Decoded(from: decoder)
      try decoder.refuseUnknownNames()
      return result as? Value
    } catch let failure as ValueFailure {
      throw failure
    } catch {
      throw Self.failure(error, of: type, value: value, at: path)
    }
  }

  /// Returns the failure for an error of the type itself, whose message may quote the value.
  private static func failure(
    _ error: any Error, of type: any Any.Type, value: DefinitionValue, at path: ValuePath?
  ) -> ValueFailure {
    // The type has seen the whole value, and may quote any part of it.
    let isSecret = value.isFilledIn
    var details = "\(error)"
    var (value, path) = (value, path)
    if let context = (error as? DecodingError)?.context {
      details = context.debugDescription
      for key in context.codingPath.dropFirst(path?.depth ?? 0) {
        guard let (step, inside) = value.step(by: key), let next = try? ValuePath(step, of: path, to: inside) else {
          break
        }
        (value, path) = (inside, next)
      }
    }
    let expected = "a value that '\(AnyKey(type).typeName)' can be decoded from"
    return ValueFailure(
      expected: isSecret || details.isEmpty ? expected : "\(expected): \(details)", value: value, at: path)
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension DefinitionValue {
  /// Returns the contained value of a key.
  fileprivate func step(by key: any CodingKey) -> (ValuePath.Step, DefinitionValue)? {
    switch content {
    case .list(let values):
      key.intValue.flatMap { values.indices.contains($0) ? (.index($0), values[$0]) : nil }
    case .map(let members):
      members.first { $0.name == key.stringValue }.map { (.name($0.name), $0.value) }
    case .null, .text, .boolean, .integer, .number, .reference, .definition, .given:
      nil
    }
  }
}
