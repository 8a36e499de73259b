/// A piece of a context, in whatever format it was written: what the readers make, and the translation reads.
struct ContextNode {
  enum Content {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([ContextNode])
    case map([Entry])
    /// Values by name, whatever the names are: no name among them has a meaning of its own.
    case members([Entry])
  }

  struct Entry {
    var name: String
    var position: Position
    var value: ContextNode
  }

  var content: Content
  var position: Position

  init(_ content: Content, at position: Position) {
    self.content = content
    self.position = position
  }

  /// What it is, in words.
  var kind: String {
    switch content {
    case .null: "nothing"
    case .boolean: "a truth value"
    case .integer, .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .map, .members: "a map"
    }
  }

  /// The value as it can be shown where something else was wanted.
  var displayText: String {
    switch content {
    case .text(let text): text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .null, .list, .map, .members: kind
    }
  }
}

/// Numbers as they are written.
enum NumberLiteral {
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
