extension ValueReader {
  /// Lets a type decode itself.
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
      throw Self.failure(error, of: type, value, path)
    }
  }

  /// What the type itself says against a value. It may well quote it.
  private static func failure(
    _ error: any Error, of type: any Any.Type, _ value: DefinitionValue, _ path: ValuePath?
  ) -> ValueFailure {
    // It has seen all of the value, and may quote any of it, whichever it blames.
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
    return ValueFailure(isSecret || details.isEmpty ? expected : "\(expected): \(details)", value, path)
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
  /// What stands inside it under a key.
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
