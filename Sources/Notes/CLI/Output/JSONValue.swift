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

  /// Returns an object with members in the given order.
  static func members(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  /// Returns a string, or null.
  static func optional(_ string: String?) -> JSONValue { string.map(JSONValue.string) ?? .null }

  /// Returns a number, or null.
  static func optional(_ number: Int?) -> JSONValue { number.map(JSONValue.number) ?? .null }

  /// The value on one line.
  var compact: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The value with one line for each element and member, indented by two spaces.
  var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        Self.write(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to text: inout String, indent: Int?,
    each: (Element, inout String, Int?) -> Void
  ) {
    text += brackets.0
    let inner = indent.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      each(element, &text, inner)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += brackets.1
  }

  /// Writes a string in quotes. Control characters are escaped, so that JSON too is harmless on a terminal.
  private static func write(_ string: String, to text: inout String) {
    var bytes: [UInt8] = []
    JSONString.append(string, to: &bytes, hasShortEscapes: true) { $0.isTerminalControl }
    text += String(decoding: bytes, as: UTF8.self)
  }
}
