/// Shows a value to a type that decodes itself. What the type asks for inside is read as everywhere else.
struct ValueDecoder: Decoder {
  let reader: ValueReader
  let value: DefinitionValue
  let path: ValuePath?
  private let asked = AskedNames()

  init(reader: ValueReader, value: DefinitionValue, path: ValuePath?) {
    self.reader = reader
    self.value = value
    self.path = path
  }

  var codingPath: [any CodingKey] { ValueKey.keys(to: path) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let members) = value.content else { throw ValueFailure("a map", value, path) }
    return KeyedDecodingContainer(NamedValues(decoder: self, members: members, asked: asked))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let values) = value.content else { throw ValueFailure("a list", value, path) }
    return ListedValues(decoder: self, values: values)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(decoder: self) }

  /// A decoder of a value inside.
  func inside(_ step: ValuePath.Step, _ value: DefinitionValue) throws(ValueFailure) -> ValueDecoder {
    ValueDecoder(reader: reader, value: value, path: try ValuePath(step, of: path, to: value))
  }

  /// A value inside, as a type.
  func read<Value>(_ step: ValuePath.Step, _ value: DefinitionValue, as type: Value.Type) throws(ValueFailure) -> Value
  {
    try reader.read(value, as: type, at: try ValuePath(step, of: path, to: value))
  }

  /// Finds a name that the type never asked for: a slip in the name of something that can be left out would otherwise go
  /// unnoticed.
  func refuseUnknownNames() throws(ValueFailure) {
    guard case .map(let members) = value.content, let names = asked.names,
      let unknown = members.first(where: { !names.contains($0.name) })
    else { return }
    throw ValueFailure(
      "one of " + names.joined(separator: ", "), DefinitionValue(.text(unknown.name), at: unknown.location), path,
      nearMiss: Spelling.nearest(to: unknown.name, among: names))
  }
}

/// What a type that decodes itself asked for by name.
final class AskedNames {
  private var isAsked = false
  private var isEverything = false
  private var list: [String] = []

  /// The names, in the order in which they were asked for; `nil` when the type took no name, or all of them.
  var names: [String]? { isAsked && !isEverything ? list : nil }

  func ask(_ name: String) {
    isAsked = true
    if list.last != name, !list.contains(name) { list.append(name) }
  }

  func askEverything() { isEverything = true }
}
