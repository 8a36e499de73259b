/// The aliases in a note's front matter, by Obsidian's keys `aliases` and `alias`.
///
/// Foreign front matter is kept as text, so that this reads its lines: a list in brackets, a list with dashes, or one alias, which
/// may be a block of text. What has none of these forms is no alias. They are read by scalars: a sign of YAML with an accent
/// behind it is one `Character`, and a sign all the same.
enum FrontMatterAliases {
  /// The maximum number of aliases that are names. Front matter has room for tens of thousands, each a row of an index that every
  /// change of the note would compare.
  private static let maximum = 1000
  /// The length from which on no more lines of a list in brackets are read, since each is looked through for its end.
  private static let maximumListBytes = 20_000
  private static let maximumListLines = 100
  /// The number of keys that are read.
  private static let maximumKeys = 4

  static func find(in frontMatter: String) -> [String] {
    guard frontMatter.contains(bytesOf: "alias") else { return [] }
    var lines = frontMatter.linesAtFeeds.map { $0.beginning(before: "\r") ?? $0 }[...]
    let indentation =
      lines.first { !isPassedOver($0) }.map { Substring($0.utf8.prefix { $0 == UInt8(ascii: " ") }) } ?? ""
    var (aliases, keys): ([String], Int) = ([], 0)
    while let line = lines.popFirst() {
      guard let content = line.rest(after: indentation), let value = value(in: content) else { continue }
      keys += 1
      guard keys <= maximumKeys else { break }
      if let beginning = value.rest(after: "[") {
        aliases += bracketed(beginning, in: &lines)
      } else if value.isEmpty {
        aliases += dashed(in: &lines)
      } else if let alias = scalar(value, below: indentation.utf8.count, in: &lines) {
        aliases.append(alias)
      }
    }
    return Array(aliases.lazy.filter { !$0.isEmpty && $0 != "~" && $0 != "null" }.prefix(maximum))
  }

  /// Returns the items of a list in brackets, and takes the lines on which it goes on.
  private static func bracketed(_ beginning: Substring, in lines: inout ArraySlice<Substring>) -> [String] {
    var list = String(beginning)
    var (found, count) = (items(list), 0)
    while count < maximumListLines, list.utf8.count < maximumListBytes, !found.isClosed, let next = lines.popFirst() {
      list += " " + withoutComment(next, in: found.quotation).withoutSpaces
      found = items(list)
      count += 1
    }
    return found.items.map { unquoted($0.trimmingSpaces()) }
  }

  /// Returns the items of a list with dashes, and takes its lines.
  private static func dashed(in lines: inout ArraySlice<Substring>) -> [String] {
    var items: [String] = []
    while let line = lines.first {
      let item = (line.withoutSpaces + " ").rest(after: "- ").map { withoutComment($0).trimmingSpaces() }
      guard item != nil || isPassedOver(line) else { break }
      lines.removeFirst()
      if let item, let alias = scalar(item, below: indentation(of: line), in: &lines) { items.append(alias) }
    }
    return items
  }

  /// Returns the text of a scalar, and takes the lines on which it goes on; `nil` for a quotation without an end, and for a
  /// list or mapping.
  ///
  /// The lines are joined with spaces, also where YAML keeps their ends: a name is one line.
  ///
  /// - Parameters:
  ///   - beginning: What is behind the key or the dash.
  ///   - margin: The indentation of the key or the dash. Lines that are indented by more go on with the scalar.
  private static func scalar(
    _ beginning: String, below margin: Int, in lines: inout ArraySlice<Substring>
  ) -> String? {
    let isBlock = "|>".utf8.contains(beginning.utf8.first ?? 0)
    var parts = isBlock || beginning.isEmpty ? [] : [beginning]
    var quotation = Quotation(after: isBlock ? "" : beginning)
    while let line = lines.first, indentation(of: line) > margin || line.withoutSpaces.isEmpty {
      lines.removeFirst()
      let part = (isBlock ? line : withoutComment(line, in: quotation)).trimmingSpaces()
      guard !part.isEmpty else { continue }
      if !isBlock { quotation.read(" " + part) }
      parts.append(part)
    }
    let text = parts.joined(separator: " ")
    if isBlock { return beginning.utf8.dropFirst().allSatisfy("+-123456789".utf8.contains) ? text : nil }
    return quotation.isOpen || ["[", "{", "- "].contains { text.begins(with: $0) } ? nil : unquoted(text)
  }

  private static func indentation(of line: Substring) -> Int { line.utf8.prefix { $0 == UInt8(ascii: " ") }.count }

  /// Returns whether a line is blank or a comment.
  private static func isPassedOver(_ line: Substring) -> Bool { withoutComment(line).withoutSpaces.isEmpty }

  /// Returns the value behind one of the keys; `nil` for a line without.
  private static func value(in line: Substring) -> String? {
    let (key, value) = line.split(at: ":")
    guard let value, !line.begins(with: " "), ["aliases", "alias"].contains(unquoted(key.trimmingSpaces())),
      value.isEmpty || value.begins(with: " ") || value.begins(with: "\t")
    else { return nil }
    return withoutComment(value).trimmingSpaces()
  }

  /// Returns a line without a comment at its end. A number sign in quotes, or without a space before it, begins none.
  ///
  /// - Parameter quotation: The quotes of the lines before it.
  private static func withoutComment(_ line: Substring, in quotation: Quotation = Quotation()) -> Substring {
    guard line.contains(byte: UInt8(ascii: "#")) else { return line }
    var (quotation, previous): (Quotation, Unicode.Scalar) = (quotation, " ")
    quotation.read(previous)
    for index in line.unicodeScalars.indices {
      let scalar = line.unicodeScalars[index]
      if scalar == "#", !quotation.isOpen, previous.properties.isWhitespace { return line[..<index] }
      quotation.read(scalar)
      previous = scalar
    }
    return line
  }

  /// Returns the items of a list up to its closing bracket. A comma or a bracket in quotes belongs to an item.
  private static func items(_ list: String) -> (items: [String], isClosed: Bool, quotation: Quotation) {
    var (items, item, quotation): ([String], String.UnicodeScalarView, Quotation) = ([], .init(), Quotation())
    for scalar in list.unicodeScalars {
      switch scalar {
      case "]" where !quotation.isOpen: return (items + [String(item)], true, quotation)
      case "," where !quotation.isOpen:
        items.append(String(item))
        item = .init()
      default: item.append(scalar)
      }
      quotation.read(scalar)
    }
    return (items + [String(item)], false, quotation)
  }

  /// Returns the value of a YAML scalar on one line.
  private static func unquoted(_ text: String) -> String {
    if text.utf8.count < 2 { return text }
    for quote in ["'", "\""] {
      guard let content = text.rest(after: quote)?.beginning(before: quote) else { continue }
      return quote == "'" ? content.replacingBytes(of: "''", with: "'") : unescaped(content)
    }
    return text
  }

  /// Returns a text without the escapes of double quotes; see YAML 1.2, section 5.7. Others than these stay as they are.
  private static func unescaped(_ text: Substring) -> String {
    guard text.contains(byte: UInt8(ascii: "\\")) else { return String(text) }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escape = rest.first else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let digits = escape == "x" ? 2 : escape == "u" ? 4 : escape == "U" ? 8 : 0
      if let plain = plainEscapes[escape] {
        result += plain
        rest = rest.dropFirst()
      } else if digits > 0, let code = UInt32(String(rest.dropFirst().prefix(digits)), radix: 16),
        let decoded = Unicode.Scalar(code)
      {
        result.unicodeScalars.append(decoded)
        rest = rest.dropFirst(1 + digits)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let plainEscapes: [Unicode.Scalar: String] = [
    "\"": "\"", "\\": "\\", "/": "/", "t": "\t", "n": "\n", " ": " ", "_": "\u{A0}",
  ]
}

/// The quotes of a YAML text that is read scalar by scalar.
private struct Quotation {
  /// The quotation mark that is open.
  private var mark: Unicode.Scalar?
  private var isEscaped = false
  /// Whether nothing but space is between the beginning of a value and this place: a mark inside of a value is text.
  private var isAtBeginning = true
  /// Whether a single quote closed just now. Another one behind it is a quote in the text, which goes on.
  private var hasClosed = false

  init(after text: String = "") { read(text) }

  var isOpen: Bool { mark != nil }

  mutating func read(_ text: String) {
    for scalar in text.unicodeScalars { read(scalar) }
  }

  mutating func read(_ scalar: Unicode.Scalar) {
    let isDoubled = hasClosed && scalar == "'"
    hasClosed = false
    if isEscaped {
      isEscaped = false
    } else if let open = mark {
      isEscaped = scalar == "\\" && open == "\""
      if scalar == open { (mark, hasClosed) = (nil, open == "'") }
    } else if isDoubled || isAtBeginning && (scalar == "'" || scalar == "\"") {
      mark = scalar
    }
    let isSeparator = scalar == "," || scalar == "["
    isAtBeginning = mark == nil && (isSeparator || isAtBeginning && scalar.properties.isWhitespace)
  }
}
