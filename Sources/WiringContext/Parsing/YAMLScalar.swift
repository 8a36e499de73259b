/// What a scalar without quotes means: the core schema of YAML 1.2, in which `no` and `off` are text.
enum YAMLScalar {
  static func content(_ text: String) -> ContextNode.Content {
    // Most scalars are words, and a look at the first letter tells.
    guard let first = text.utf8.first else { return .null }
    switch first {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "~"):
      return ["null", "Null", "NULL", "~"].contains(text) ? .null : .text(text)
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return ["true", "True", "TRUE"].contains(text) ? .boolean(true) : .text(text)
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return ["false", "False", "FALSE"].contains(text) ? .boolean(false) : .text(text)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return number(text)
    default: return .text(text)
    }
  }

  private static func number(_ text: String) -> ContextNode.Content {
    if text.hasPrefix("0x"), let number = Int64(text.dropFirst(2), radix: 16), number >= 0 { return .integer(number) }
    if text.hasPrefix("0o"), let number = Int64(text.dropFirst(2), radix: 8), number >= 0 { return .integer(number) }
    guard text.utf8.allSatisfy({ isNumeric($0) }) else { return .text(text) }
    return NumberNotation.content(text)
  }

  /// Whether a decimal number may have it: keeps out what `Double` reads besides, such as `0x1p3` and `infinity`.
  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
