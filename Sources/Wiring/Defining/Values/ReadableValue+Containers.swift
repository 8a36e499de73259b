extension Optional: ReadableValue {
  static func sharesNothing(_ reader: ValueReader) -> Bool {
    reader.sharesNothing(Wrapped.self)
  }

  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    if case .null = value.content {
      self = nil
    } else {
      self = try reader.read(value, as: Wrapped.self, at: path)
    }
  }
}

extension Array: ReadableValue {
  static func sharesNothing(_ reader: ValueReader) -> Bool {
    reader.sharesNothing(Element.self)
  }

  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .list(let values) = value.content else { throw ValueFailure("a list", value, path) }
    self = []
    reserveCapacity(values.count)
    for (index, element) in values.enumerated() {
      append(try reader.read(element, as: Element.self, at: ValuePath(.index(index), of: path, to: element)))
    }
  }
}

extension Set: ReadableValue {
  static func sharesNothing(_ reader: ValueReader) -> Bool {
    reader.sharesNothing(Element.self)
  }

  /// What the list has twice is in the set once.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    self.init(try [Element](reading: value, with: reader, at: path))
  }
}

extension Dictionary: ReadableValue {
  static func sharesNothing(_ reader: ValueReader) -> Bool {
    reader.sharesNothing(Key.self) && reader.sharesNothing(Value.self)
  }

  /// The names are read as the type of the keys, in the same way as text.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .map(let members) = value.content else { throw ValueFailure("a map", value, path) }
    self.init(minimumCapacity: members.count)
    for member in members {
      let inside = try ValuePath(.name(member.name), of: path, to: member.value)
      let name = DefinitionValue(.text(member.name), at: member.location)
      let key = try reader.read(name, as: Key.self, at: inside)
      let element = try reader.read(member.value, as: Value.self, at: inside)
      guard updateValue(element, forKey: key) == nil else { throw ValueFailure("each key once", name, inside) }
    }
  }
}
