/// A value in a context file, in the same form for all file formats.
struct ContextNode {
  enum Content {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([ContextNode])
    case map([Entry])
    /// A map whose names are data, so that names such as `ref` have no special meaning.
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

  /// The text; `nil` for other content.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The elements of a list; `nil` for other content.
  var elements: [ContextNode]? {
    if case .list(let elements) = content { elements } else { nil }
  }

  /// The entries of a map, of either case; `nil` for other content.
  var entries: [Entry]? {
    switch content {
    case .map(let entries), .members(let entries): entries
    case .null, .boolean, .integer, .number, .text, .list: nil
    }
  }

  /// The kind of content, for messages.
  var kind: String {
    switch content {
    case .null: "nothing"
    case .boolean: "true or false"
    case .integer, .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .map, .members: "a map"
    }
  }

  /// The value, shortened, for messages that expected another form.
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

/// Decimal numbers as text.
enum NumberLiteral {
  /// Returns a number where the notation survives the round trip, and otherwise the text.
  ///
  /// `1.10` as a number is `1.1`, and `007` is `7`, which is wrong for a version or a code. Text still converts to a number
  /// where the parameter is one.
  static func content(_ raw: String) -> ContextNode.Content {
    if let integer = Int64(raw) {
      return String(integer) == raw ? .integer(integer) : .text(raw)
    }
    guard let number = Double(raw), number.isFinite else { return .text(raw) }
    let mantissa = raw.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    // A number of 15 digits has a `Double` of its own, unless it is too small for one. Beyond 2^53, a whole number may have none.
    let isScientific =
      mantissa.count < raw.utf8.count && mantissa.count <= 15 && number.magnitude <= 0x1p53
      && (number != 0 || mantissa.allSatisfy { "+-0.".utf8.contains($0) })
    return isScientific || "\(number)" == raw ? .number(number) : .text(raw)
  }
}
