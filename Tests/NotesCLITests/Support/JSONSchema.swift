import Foundation

/// A value of JSON as a test reads it.
enum ParsedJSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([ParsedJSON])
  case object([String: ParsedJSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([ParsedJSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: ParsedJSON].self))
    }
  }

  init(_ text: String) throws { self = try JSONDecoder().decode(ParsedJSON.self, from: Data(text.utf8)) }

  subscript(name: String) -> ParsedJSON? { if case .object(let members) = self { members[name] } else { nil } }

  /// The elements of an array; none of another value.
  var elements: [ParsedJSON] { if case .array(let elements) = self { elements } else { [] } }

  var string: String? { if case .string(let string) = self { string } else { nil } }

  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }

  fileprivate var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number(let number): number == number.rounded() ? "integer" : "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// A validator of JSON Schema, draft 2020-12, for the keywords that the published schema uses.
///
/// It is stricter than the draft in two ways: a keyword that it does not know is a problem, so that nothing goes unchecked, and
/// so is a member that an object's schema does not name, so that nothing is printed without being documented.
struct JSONSchema {
  let root: ParsedJSON

  init(_ root: ParsedJSON) { self.root = root }

  /// Reads the schema that is published.
  static func published() throws -> JSONSchema {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Resources/json/notesctl.schema.json")
    return JSONSchema(try ParsedJSON(String(contentsOf: file, encoding: .utf8)))
  }

  /// The names of the definitions.
  var definitions: [String] {
    if case .object(let definitions)? = root["$defs"] { definitions.keys.sorted() } else { [] }
  }

  /// Returns the problems of a value by a definition, each with the path to it.
  func problems(of value: ParsedJSON, as definition: String) -> [String] {
    problems(of: value, by: .object(["$ref": .string("#/$defs/\(definition)")]), at: "")
  }

  private func problems(of value: ParsedJSON, by schema: ParsedJSON, at path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): the schema is not an object"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, argument in
      problems(of: value, keyword, argument, of: schema, at: path)
    }
  }

  private func problems(
    of value: ParsedJSON, _ keyword: String, _ argument: ParsedJSON, of schema: ParsedJSON, at path: String
  ) -> [String] {
    func check(_ holds: Bool) -> [String] { holds ? [] : ["\(path): \(value) is not \(keyword) \(argument)"] }
    switch keyword {
    case "description", "title", "$schema", "$id", "$defs": return []
    case "$ref":
      let prefix = "#/$defs/"
      guard let name = argument.string, name.hasPrefix(prefix),
        let definition = root["$defs"]?[String(name.dropFirst(prefix.count))]
      else { return ["\(path): nothing is defined as \(argument)"] }
      return problems(of: value, by: definition, at: path)
    case "type": return check(argument.string == value.type || argument.string == "number" && value.type == "integer")
    case "enum": return check(argument.elements.contains(value))
    case "anyOf": return check(argument.elements.contains { problems(of: value, by: $0, at: path).isEmpty })
    case "minimum": return check(value.number.map { $0 >= argument.number ?? 0 } ?? true)
    case "minLength": return check(value.string.map { Double($0.unicodeScalars.count) >= argument.number ?? 0 } ?? true)
    case "maxItems": return check(Double(value.elements.count) <= argument.number ?? 0)
    case "pattern":
      guard let text = argument.string, let pattern = try? Regex(text) else {
        return ["\(path): no pattern: \(argument)"]
      }
      return check(value.string.map { $0.firstMatch(of: pattern) != nil } ?? true)
    case "items":
      return value.elements.enumerated().flatMap { problems(of: $1, by: argument, at: "\(path)/\($0)") }
    case "required":
      guard case .object = value else { return [] }
      return check(argument.elements.allSatisfy { $0.string.map { value[$0] != nil } ?? false })
    case "properties":
      guard case .object(let members) = value else { return [] }
      return members.sorted { $0.key < $1.key }.flatMap { name, member in
        argument[name].map { problems(of: member, by: $0, at: "\(path)/\(name)") }
          ?? ["\(path)/\(name): the schema does not name it"]
      }
    default: return ["\(path): the validator does not know the keyword '\(keyword)'"]
    }
  }
}
