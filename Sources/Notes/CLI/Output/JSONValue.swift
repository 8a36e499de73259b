import ArgumentParser

/// A value of JSON (RFC 8259), with object members in the order they were given.
///
/// Not `JSONEncoder`: members that come in a stable, sensible order can be read by people and compared by `diff`.
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

  /// The value on one line.
  var compact: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The value with a line for each element and member, indented by two spaces.
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

  /// A string in quotes. Control characters are escaped, so that JSON too is harmless on a terminal.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    var start = string.startIndex
    let scalars = string.unicodeScalars
    for index in scalars.indices {
      guard let escape = escape(scalars[index]) else { continue }
      text += string[start..<index]
      text += escape
      start = scalars.index(after: index)
    }
    text += string[start...]
    text += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return nil
    }
  }
}

/// The options for output that programs read.
struct JSONOutputOptions: ParsableArguments, Sendable {
  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print JSON, one value on a line.")
  var jsonl = false

  @Option(
    help: ArgumentHelp("Print only these fields, separated by commas; implies --json.", valueName: "names"))
  var fields: String?

  /// Whether to print JSON at all.
  var isRequested: Bool { json || jsonl || fields != nil }

  /// Values as they are to be printed.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - example: A value like them, whose fields are those that can be asked for even when there are no values.
  func text(_ values: [JSONValue], like example: JSONValue) throws -> String {
    _ = try selected(example)
    let values = try values.map(selected)
    return jsonl ? values.map { $0.compact + "\n" }.joined() : JSONValue.array(values).pretty + "\n"
  }

  /// One value as it is to be printed.
  func text(_ value: JSONValue) throws -> String {
    let value = try selected(value)
    return (jsonl ? value.compact : value.pretty) + "\n"
  }

  private func selected(_ value: JSONValue) throws -> JSONValue {
    guard let fields, case .object(let members) = value else { return value }
    let names = fields.split { $0 == "," || $0 == " " }
    guard !names.isEmpty else { throw CommandFailure("--fields names no field", status: .usage) }
    return .object(
      try names.map { name in
        guard let member = members.first(where: { $0.name == name }) else {
          throw CommandFailure(
            "there is no field '\(String(name))'",
            hints: ["the fields are \(raw: members.map(\.name).joined(separator: ", "))"], status: .usage)
        }
        return member
      })
  }
}
