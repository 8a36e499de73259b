extension GraphDescription {
  /// The graph as JSON, with a line for each binding, dependency and problem.
  ///
  /// The text is an object. Members may be added, but none changes its meaning without a new `version`.
  ///
  /// | member | contents |
  /// |---|---|
  /// | `version` | `1` |
  /// | `roots` | the positions of the entry points in `bindings` |
  /// | `modules` | the names of the modules with bindings, in the order of the plan |
  /// | `bindings` | `key`, `scope`, `kind`, `isolation`, `module`, `location`, `notes`; see ``Binding`` |
  /// | `edges` | `from` and `to`, positions in `bindings`, and `deferred`; by consumer, then by parameter |
  /// | `problems` | the members of ``Problem`` by their names, and the `word` of its `code` |
  ///
  /// A location has `file`, `line` and `column`; a missing one is `null`. Equal graphs have equal texts.
  public var json: String {
    let bindings = bindings
    let value: JSONValue = [
      "version": .number(1),
      "roots": .list(roots.map(JSONValue.number)),
      "modules": .list(Self.moduleNames(of: bindings).map(JSONValue.string)),
      "bindings": .list(bindings.map(\.json)),
      "edges": .list(
        bindings.enumerated().flatMap { position, binding in
          binding.edges.map { edge in
            ["from": .number(position), "to": .number(edge.target), "deferred": .boolean(edge.isDeferred)]
          }
        }),
      "problems": .list(problems.map(\.json)),
    ]
    return value.text
  }

  /// The distinct names of the modules, in the order of the bindings.
  package static func moduleNames(of bindings: [Binding]) -> [String] {
    var seen: Set<String> = []
    return bindings.map(\.module).filter { seen.insert($0).inserted }
  }
}

extension GraphDescription.Binding {
  fileprivate var json: JSONValue {
    [
      "key": .string(key.description), "scope": .string(scope.name), "kind": .string(kind.rawValue),
      "isolation": .string(isolation.rawValue), "module": .string(module), "location": location.json,
      "notes": .list(notes.map(JSONValue.string)),
    ]
  }
}

extension Problem {
  var json: JSONValue {
    [
      "code": .string(code.rawValue), "word": .string(code.word), "summary": .string(summary),
      "location": location?.json ?? .null, "path": .list(path.map(JSONValue.string)),
      "sites": .list(
        sites.map { site in
          [
            "role": .string(site.role), "text": .string(site.text),
            "parameter": site.parameter.map(JSONValue.number) ?? .null, "location": site.location?.json ?? .null,
          ]
        }),
      "context": .list(context.map(JSONValue.string)),
      "nearMisses": .list(
        nearMisses.map { miss in
          [
            "text": .string(miss.text), "location": miss.location?.json ?? .null, "advice": .string(miss.advice),
          ]
        }),
      "fixes": .list(fixes.map(JSONValue.string)),
    ]
  }
}

extension SourceLocation {
  fileprivate var json: JSONValue {
    ["file": .string(fileID), "line": .number(line), "column": .number(column)]
  }
}

/// A JSON value, to be written. The library is built without Foundation.
package enum JSONValue {
  case string(String)
  case number(Int)
  case boolean(Bool)
  case list([JSONValue])
  /// An object with ordered members.
  case object([Member])
  case null

  /// A member of an object.
  package struct Member {
    let name: String
    let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value as text. Each member, and each object in the list of a member, has a line, so that tools compare versions
  /// line by line.
  package var text: String {
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

  /// Writes a string that is safe in a script of a page, where `</` and `<!` end or hide the script; in old JavaScript
  /// source, where U+2028 and U+2029 end lines; and on a terminal, which interprets control characters.
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
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member(name: $0, value: $1) })
  }
}
