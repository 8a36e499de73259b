/// Numbers as they are written.
enum NumberNotation {
  /// What a decimal number means: a number where nothing is lost by it, and otherwise the text.
  ///
  /// `1.10` as a number is `1.1`, and `007` is `7`: wrong for a version or a code. As text it can still be read as what is
  /// asked for, a number or text.
  static func content(_ raw: String) -> ContextNode.Content {
    if let integer = Int64(raw) {
      return String(integer) == raw ? .integer(integer) : .text(raw)
    }
    guard let number = Double(raw), number.isFinite else { return .text(raw) }
    let isScientific = raw.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    return isScientific || "\(number)" == raw ? .number(number) : .text(raw)
  }
}
