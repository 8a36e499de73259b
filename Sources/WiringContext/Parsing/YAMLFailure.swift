import Wiring
import Yams

/// What Yams says when it cannot read a text.
struct YAMLFailure {
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  func problem(in source: SourceText) -> Problem {
    guard let error = error as? YamlError else { return .malformed(.yaml, "\(error)", at: source.location(.start)) }
    switch error {
    case .scanner(let context, let reason, let mark, _), .parser(let context, let reason, let mark, _),
      .composer(let context, let reason, let mark, _):
      return .malformed(.yaml, Self.words(context, reason), at: source.location(Position(mark.line, mark.column)))
    case .reader(let reason, _, let value, _):
      let place = Self.place(ofScalar: value, in: source)
      return .malformed(.yaml, reason, at: place)
    case .memory: return .tooDeep(at: source.location(.start))
    case .no, .writer, .emitter, .representer, .dataCouldNotBeDecoded, .duplicatedKeysInMapping:
      return .malformed(.yaml, "it cannot be read", at: source.location(.start))
    }
  }

  private static func words(_ context: YamlError.Context?, _ reason: String) -> String {
    guard let context, !context.text.isEmpty else { return reason }
    return "\(context.text), \(reason)"
  }

  /// Where a character stands that no YAML may have. Yams tells a place, too, but counts in letters of many scalars.
  private static func place(ofScalar value: Int32, in source: SourceText) -> SourceLocation {
    guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return source.location(.start) }
    let wanted = Array(String(Character(scalar)).utf8)
    let offset = source.bytes.indices.first { source.bytes[$0...].starts(with: wanted) }
    return source.location(ofByte: offset ?? 0)
  }
}
