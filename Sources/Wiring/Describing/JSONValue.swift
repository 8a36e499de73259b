/// A piece of JSON, as much of it as the library writes.
enum JSONValue {
  case string(String)
  case number(Int)
  case boolean(Bool)
  case list([JSONValue])
  /// Members in the order in which they are written.
  case object([Member])
  case null

  /// A name in an object, with what stands behind it.
  struct Member {
    let name: String
    let value: JSONValue
  }

  /// The value as a text: members, and the objects of a member's list, on a line each, so that versions compare line by
  /// line.
  var text: String {
    var text = ""
    write(to: &text, depth: 0)
    return text + "\n"
  }

  private func write(to text: inout String, depth: Int) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .number(let number): text += String(number)
    case .boolean(let boolean): text += String(boolean)
    case .null: text += "null"
    case .list(let elements):
      let isBroken = depth == 1 && elements.contains { if case .object = $0 { true } else { false } }
      Self.write(elements, between: ("[", "]"), to: &text, depth: depth, isBroken: isBroken) {
        $0.write(to: &$1, depth: depth + 1)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, depth: depth, isBroken: depth == 0) { member, text in
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, depth: depth + 1)
      }
    }
  }

  private static func write<Elements: Collection>(
    _ elements: Elements, between brackets: (String, String), to text: inout String, depth: Int, isBroken: Bool,
    writeElement: (Elements.Element, inout String) -> Void
  ) {
    let indentation = String(repeating: "  ", count: depth)
    text += brackets.0
    var separator = isBroken ? "\n" : ""
    for element in elements {
      text += separator
      if isBroken { text += indentation + "  " }
      writeElement(element, &text)
      separator = isBroken ? ",\n" : ", "
    }
    if isBroken { text += "\n" + indentation }
    text += brackets.1
  }

  /// Writes a string that can stand anywhere: in a script of a page, where `</` and `<!` would end or hide it; in the
  /// source of a script, where U+2028 and U+2029 once broke lines; and on a terminal, which obeys control characters.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    var previous: Unicode.Scalar = " "
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "/" where previous == "<": text += "\\/"
      case "!" where previous == "<": text += "\\u0021"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    text += "\""
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member(name: $0, value: $1) })
  }
}
