/// A type that the library itself can read.
protocol ReadableValue {
  /// Whether what is read holds nothing that can change, so that all consumers can have the same.
  ///
  /// - Parameter reader: Knows of what is inside.
  static func sharesNothing(_ reader: ValueReader) -> Bool

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - value: What was given; never one that is there.
  ///   - reader: Reads what is inside.
  ///   - path: The way to it.
  /// - Throws: What was expected, where something else was found.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure)
}

extension ReadableValue {
  static func sharesNothing(_: ValueReader) -> Bool { true }
}

extension String: ReadableValue {
  /// Only text is text: of a number, nobody knows any more how it was written.
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .text(let text): self = text
    case .boolean, .integer, .number: throw ValueFailure("text, in quotes", value, path)
    case .null, .list, .map, .reference, .definition, .given: throw ValueFailure("text", value, path)
    }
  }
}

extension Bool: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .boolean(let truth):
      self = truth
    case .text(let text):
      switch text.trimmed.lowercased() {
      case "true", "yes", "on": self = true
      case "false", "no", "off": self = false
      case _: throw ValueFailure("true or false", value, path)
      }
    case .null, .integer, .number, .list, .map, .reference, .definition, .given:
      throw ValueFailure("true or false", value, path)
    }
  }
}

extension Duration: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    guard case .text(let text) = value.content, let duration = DurationText.duration(text.trimmed) else {
      throw ValueFailure("a duration such as 30s or 1m 30s", value, path)
    }
    self = duration
  }
}

extension DataSize: ReadableValue {
  init(reading value: DefinitionValue, with reader: ValueReader, at path: ValuePath?) throws(ValueFailure) {
    switch value.content {
    case .integer, .number:
      do {
        self.init(bytes: try Int(reading: value, with: reader, at: path))
        return
      } catch {}
    case .text(let text):
      if let size = DataSize(text) {
        self = size
        return
      }
    case .null, .boolean, .list, .map, .reference, .definition, .given:
      break
    }
    throw ValueFailure("a size such as 512 kB or 16 MiB", value, path)
  }
}
