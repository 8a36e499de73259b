extension ValueReader {
  /// Reads a raw value, and makes a value of it.
  func raw<Raw: RawRepresentable, Value>(
    _ raw: Raw.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    let failure: ValueFailure?
    do {
      let rawValue = try read(value, as: Raw.RawValue.self, at: path)
      if let result = Raw(rawValue: rawValue) { return result as? Value }
      failure = nil
    } catch {
      failure = error
    }
    if let cases = raw as? any CaseIterable.Type { throw Self.noCase(Self.rawValues(of: cases), value, path) }
    throw failure ?? ValueFailure("a raw value of '\(AnyKey(type).typeName)'", value, path)
  }

  /// Finds the case that is called as the text says: by its description, which is its name unless the type has another.
  func named<Cases: CaseIterable, Value>(
    _ cases: Cases.Type, _ value: DefinitionValue, as type: Value.Type, at path: ValuePath?
  ) throws(ValueFailure) -> Value? {
    if case .text(let text) = value.content, let result = cases.allCases.first(where: { "\($0)" == text }) {
      return result as? Value
    }
    throw Self.noCase(cases.allCases.map { "\($0)" }, value, path)
  }

  private static func rawValues<Cases: CaseIterable>(of cases: Cases.Type) -> [String] {
    cases.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }

  private static func noCase(_ names: [String], _ value: DefinitionValue, _ path: ValuePath?) -> ValueFailure {
    let listed = names.count > 12 ? names.prefix(11) + ["\(names.count - 11) more"] : names[...]
    var nearMiss: String?
    if case .text(let text) = value.content { nearMiss = Spelling.nearest(to: text, among: names) }
    return ValueFailure("one of " + listed.joined(separator: ", "), value, path, nearMiss: nearMiss)
  }
}
