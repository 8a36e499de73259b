import NotesDomain

/// A value of JSON (RFC 8259) whose object members are ordered.
///
/// Not `JSONEncoder`: a stable, meaningful order of members can be read and compared with `diff`.
enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Sendable, Hashable {
    let name: String
    let value: JSONValue
  }

  static func members(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  static func optional(_ string: String?) -> JSONValue { string.map(JSONValue.string) ?? .null }

  static func optional(_ number: Int?) -> JSONValue { number.map(JSONValue.number) ?? .null }

  /// The value on one line.
  var compact: String { text(indent: nil) }

  /// The value with one line for each element and member, indented by two spaces.
  var pretty: String { text(indent: 0) }

  private func text(indent: Int?) -> String {
    var text: [UInt8] = []
    write(to: &text, indent: indent)
    return String(decoding: text, as: UTF8.self)
  }

  private func write(to text: inout [UInt8], indent: Int?) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .number(let value): text += String(value).utf8
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        Self.write(member.name, to: &text)
        text += (indent == nil ? ":" : ": ").utf8
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to text: inout [UInt8], indent: Int?,
    each: (Element, inout [UInt8], Int?) -> Void
  ) {
    text += brackets.0.utf8
    let inner = indent.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      if let inner { text += ("\n" + String(repeating: " ", count: inner)).utf8 }
      each(element, &text, inner)
    }
    if let indent, !elements.isEmpty { text += ("\n" + String(repeating: " ", count: indent)).utf8 }
    text += brackets.1.utf8
  }

  /// Writes a string in quotes. Control characters are escaped, so that JSON too is harmless on a terminal.
  private static func write(_ string: String, to text: inout [UInt8]) {
    JSONString.append(string, to: &text, hasShortEscapes: true) { $0.isTerminalControl }
  }
}
