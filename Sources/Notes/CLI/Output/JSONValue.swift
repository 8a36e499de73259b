import ArgumentParser

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

/// The fields of the JSON object of a value, in order. Their names are known without a value, so that `--fields` is
/// validated for an empty list too.
struct JSONFields<Value> {
  typealias Field = (name: String, value: (Value) -> JSONValue)

  let fields: [Field]

  init(_ fields: Field...) {
    self.fields = fields
  }

  private init(fields: [Field]) {
    self.fields = fields
  }

  /// Returns these fields and others after them.
  static func + (left: Self, right: Self) -> Self { Self(fields: left.fields + right.fields) }

  /// Returns the fields of values that contain a value of this type.
  func of<Root>(_ value: @escaping (Root) -> Value) -> JSONFields<Root> {
    JSONFields<Root>(fields: fields.map { field in (field.name, { field.value(value($0)) }) })
  }

  /// Returns the object of a value.
  func object(_ value: Value) -> JSONValue {
    .object(fields.map { JSONValue.Member(name: $0.name, value: $0.value(value)) })
  }
}

/// The options `--json`, `--jsonl` and `--fields`.
struct JSONOutputOptions: ParsableArguments, Sendable {
  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print JSON, one value on a line.")
  var jsonl = false

  @Option(
    help: ArgumentHelp("Print only these fields, separated by commas; implies --json.", valueName: "names"))
  var fields: String?

  /// Whether to print JSON.
  var isRequested: Bool { json || jsonl || fields != nil }

  /// Returns the JSON of a list of values, with the selected fields.
  func text<Value>(_ values: [Value], _ all: JSONFields<Value>) throws -> StyledText {
    let indices = try selection(of: all.fields.map(\.name))
    let objects = values.map { value in
      JSONValue.object(indices.map { .init(name: all.fields[$0].name, value: all.fields[$0].value(value)) })
    }
    return StyledText(
      trusted: jsonl ? objects.map { $0.compact + "\n" }.joined() : JSONValue.array(objects).pretty + "\n")
  }

  /// Returns the JSON of one object, with the selected fields.
  func text(_ value: JSONValue) throws -> StyledText {
    var value = value
    if case .object(let members) = value { value = .object(try selection(of: members.map(\.name)).map { members[$0] }) }
    return StyledText(trusted: (jsonl ? value.compact : value.pretty) + "\n")
  }

  /// Returns the indices of the selected fields among those available.
  private func selection(of available: [String]) throws -> [Int] {
    guard let fields else { return Array(available.indices) }
    let names = fields.split { $0 == "," || $0 == " " }
    guard !names.isEmpty else { throw CommandFailure("--fields is empty", status: .usage) }
    return try names.map { name in
      guard let index = available.firstIndex(where: { $0 == name }) else {
        throw CommandFailure(
          "unknown field '\(String(name))'", hints: ["available: \(raw: available.joined(separator: ", "))"],
          status: .usage)
      }
      return index
    }
  }
}
