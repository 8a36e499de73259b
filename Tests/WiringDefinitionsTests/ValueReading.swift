import Testing

@testable import Wiring
@testable import WiringDefinitions

/// Reads a value with nothing but what the library knows.
func read<Value>(_ value: DefinitionValue, as type: Value.Type) throws(ValueFailure) -> Value {
  try ValueReader(ValueConversions()).read(value, as: type)
}

/// What is said against a value, as in `retry.[2]: expected text, found nothing`; `nil` when nothing is.
func complaint<Value>(
  about value: DefinitionValue, as type: Value.Type, conversions: ValueConversions = ValueConversions()
) -> String? {
  do throws(ValueFailure) {
    _ = try ValueReader(conversions).read(value, as: type)
    return nil
  } catch {
    let path = error.path.isEmpty ? "" : error.path.joined(separator: ".") + ": "
    let near = error.nearMiss.map { ", near \($0)" } ?? ""
    return "\(path)expected \(error.expected), found \(error.found)\(near)"
  }
}

extension DefinitionValue {
  /// Text that is not known when the code is written.
  static func text(_ text: String, at location: Wiring.SourceLocation? = nil, notation: String? = nil)
    -> DefinitionValue
  {
    DefinitionValue(.text(text), at: location, notation: notation)
  }
}
