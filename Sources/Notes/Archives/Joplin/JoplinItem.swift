import NotesDisk
import NotesDomain

/// An item of Joplin's export: a note, notebook, resource, tag, or the tag of a note.
///
/// An item is a file with its title in the first line, an empty line, its text, an empty line, and its properties as lines
/// `key: value`. An item without title and text has its properties only.
struct JoplinItem {
  /// The kinds of items that an export has, by Joplin's numbers.
  enum Kind: Int {
    case note = 1
    case notebook = 2
    case resource = 4
    case tag = 5
    case noteTag = 6
  }

  enum ParseError: Error {
    case notUTF8
    /// The last paragraph has a line that is not a property.
    case invalidProperty(line: Int)
    /// The properties lack a valid key.
    case missing(String)

    var line: Int? {
      if case .invalidProperty(let line) = self { line } else { nil }
    }

    var detail: String {
      switch self {
      case .notUTF8: "it is not UTF-8 text"
      case .invalidProperty: "the last paragraph must consist of lines 'key: value'"
      case .missing(let key): "the last paragraph has no valid '\(key)'"
      }
    }
  }

  let id: String
  /// `nil` for a kind that exports do not have, or that carries no content.
  let kind: Kind?
  let title: String
  package let body: String
  /// The properties in the order of the file, without empty ones.
  let properties: [(key: String, value: String)]

  /// Parses the content of an item's file.
  init(_ bytes: [UInt8]) throws(ParseError) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    while lines.last.map(Self.isBlank) == true { lines.removeLast() }
    let start = lines.lastIndex(where: Self.isBlank).map { $0 + 1 } ?? 0
    properties = try Self.properties(of: lines, from: start)
    guard let type = properties.last(where: { $0.key == "type_" })?.value, let number = Int(type) else {
      throw .missing("type_")
    }
    guard let id = properties.last(where: { $0.key == "id" })?.value.lowercased(), !id.isEmpty else {
      throw .missing("id")
    }
    self.id = id
    kind = Kind(rawValue: number)
    // The blank lines after the title and before the properties belong to neither.
    var content = lines[..<max(0, start - 1)]
    title = content.popFirst().map { String(Substring($0)).trimmingWhitespace } ?? ""
    if content.first.map(Self.isBlank) == true { content.removeFirst() }
    body =
      if let first = content.first, let last = content.last {
        String(text[first.startIndex..<last.endIndex])
      } else {
        ""
      }
  }

  /// The value of a property; `nil` when it is absent or empty.
  subscript(key: String) -> String? {
    properties.last { $0.key == key }?.value
  }

  /// Returns a time, which is ISO 8601, or a number of milliseconds in which zero means none.
  func time(_ key: String) -> Timestamp? {
    guard let value = self[key] else { return nil }
    if let time = Timestamp(iso8601: value) { return time }
    // A time after the year 9999 could not be written.
    guard let milliseconds = Int64(value), 1...253_402_300_799_999 ~= milliseconds else { return nil }
    return Timestamp(millisecondsSince1970: milliseconds)
  }

  private static func properties(
    of lines: [Substring.UTF8View], from start: Int
  ) throws(ParseError) -> [(key: String, value: String)] {
    var properties: [(String, String)] = []
    for (number, line) in lines.enumerated().dropFirst(start) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .invalidProperty(line: number + 1) }
      let key = String(Substring(line[..<colon])).trimmingWhitespace
      let value = String(Substring(line[line.index(after: colon)...])).trimmingWhitespace
      if !value.isEmpty { properties.append((key, unescaped(value))) }
    }
    return properties
  }

  private static func isBlank(_ line: Substring.UTF8View) -> Bool {
    line.allSatisfy { " \t\r".utf8.contains($0) }
  }

  /// Returns a value with its line breaks, which are written as `\n` and `\r`; a backslash before these is doubled.
  private static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var result = ""
    var rest = value.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "\\", let letter = rest.dropFirst().first, letter == "n" || letter == "r" {
        result += "\\" + String(letter)
        rest = rest.dropFirst(2)
      } else if rest.first == "n" || rest.first == "r" {
        result += rest.removeFirst() == "n" ? "\n" : "\r"
      } else {
        result += "\\"
      }
    }
    return result
  }
}

extension String {
  /// The text without white space of ASCII around it.
  var trimmingWhitespace: String {
    let bytes = utf8.drop { $0 <= 0x20 }
    guard let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(Substring(bytes[...last]))
  }
}
