/// A text with placeholders that new notes begin with.
///
/// ```markdown
/// ---
/// tags: [meeting]
/// notebook: Work
/// ---
/// # {{title}}
///
/// {{date}} {{time}}, next on {{date+7}}
/// ```
///
/// | placeholder | stands for |
/// |---|---|
/// | `{{title}}` | the title of the note |
/// | `{{date}}`, `{{time}}`, `{{weekday}}` | now, as in `2026-03-14`, `09:26` and `Saturday`, in local time |
/// | `{{date+7}}`, `{{date-1}}` | the day that many days later or earlier; also of `weekday` |
package struct NoteTemplate: Sendable, Hashable {
  /// The path of its file, for messages.
  package let path: String
  /// The text with its front matter.
  package let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// Returns whether a text can be the name of a template: that of a visible file, without `.md`.
  package static func isName(_ text: String) -> Bool { MarkdownFileName.isStem(text) }
}

/// A template with values in place of its placeholders.
package struct ExpandedTemplate: Sendable, Hashable {
  package let text: String
  /// The names of unknown placeholders, which are in the text as they were, each once.
  package let unknown: [String]
}

extension NoteTemplate {
  /// Returns the text with values in place of the placeholders. Values are not searched for placeholders. O(length).
  package func expanded(title: String, at time: Timestamp, in zone: any TimeZoneOffsets) -> ExpandedTemplate {
    let values = PlaceholderValues(
      title: title, today: LocalCalendar(zone: zone, now: time).today,
      time: String(zone.local(time).iso8601.drop { $0 != "T" }.dropFirst().prefix(5)))
    var (lines, unknown): ([String], [String]) = ([], [])
    var isFrontMatter = false
    // By bytes: a carriage return and a line feed are one character.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let ending = line.last == UInt8(ascii: "\r") ? "\r" : ""
      let content = Substring(line.dropLast(ending.utf8.count))
      let isMark = content == "---"
      if isMark { isFrontMatter = lines.isEmpty }
      let isProperty = isFrontMatter && !isMark
      lines.append(
        (isProperty
          ? Self.expandedProperty(content, values, unknown: &unknown)
          : Self.expanded(content, unknown: &unknown, values.value)) + ending)
    }
    return ExpandedTemplate(text: lines.joined(separator: "\n"), unknown: unknown)
  }

  /// Returns a line of front matter. A title is any text, which must not end the value that it is in.
  private static func expandedProperty(
    _ line: Substring, _ values: PlaceholderValues, unknown: inout [String]
  ) -> String {
    guard let colon = line.utf8.firstRange(of: ": ".utf8), line.contains(bytesOf: "{{"),
      values.title.unicodeScalars.contains(where: \.isYAMLSyntax)
    else { return expanded(line, unknown: &unknown, values.value) }
    let value = Substring(line[colon.upperBound...].utf8.drop { $0 == UInt8(ascii: " ") })
    switch value.unicodeScalars.first {
    case "'":
      return expanded(line, unknown: &unknown) { values.value($0)?.replacingBytes(of: "'", with: "''") }
    case "\"":
      return expanded(line, unknown: &unknown) { values.value($0)?.quotable }
    case "{" where !value.begins(with: "{{"), "[", "|", ">":
      return expanded(line, unknown: &unknown, values.value)
    default:
      return line[..<colon.upperBound] + "\"" + expanded(value, unknown: &unknown) { values.value($0)?.quotable } + "\""
    }
  }

  private static func expanded(
    _ line: Substring, unknown: inout [String], _ value: (String) -> String?
  ) -> String {
    var (text, rest) = ("", line)
    while let start = rest.utf8.firstRange(of: "{{".utf8),
      let end = rest[start.upperBound...].utf8.firstRange(of: "}}".utf8)
    {
      let placeholder = rest[start.upperBound..<end.lowerBound]
      let name = String(placeholder).trimmingSpaces()
      text += rest[..<start.lowerBound]
      if let value = value(name) {
        text += value
      } else {
        text += rest[start.lowerBound..<end.upperBound]
        if !unknown.contains(name) { unknown.append(name) }
      }
      rest = rest[end.upperBound...]
    }
    return text + rest
  }
}

/// The values of placeholders by name.
private struct PlaceholderValues {
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  /// The most digits of a distance in days, three centuries.
  private static let maximumDigits = 5

  let title: String
  let today: CivilDate
  let time: String

  /// Returns the value of a placeholder; `nil` for an unknown one.
  func value(_ name: String) -> String? {
    switch name {
    case "title": return title
    case "time": return time
    default: break
    }
    let word = Substring(name.utf8.prefix { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
    guard let distance = Self.distance(name[word.endIndex...]) else { return nil }
    let day = today.adding(days: distance)
    switch word {
    case "date": return day.iso8601
    case "weekday": return Self.weekdays[day.weekday]
    default: return nil
    }
  }

  /// Returns the days of a text such as `+7`, none of an empty one; `nil` if it has another form.
  private static func distance(_ text: Substring) -> Int? {
    guard let sign = text.utf8.first else { return 0 }
    let digits = text.utf8.dropFirst()
    guard 1...maximumDigits ~= digits.count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(Substring(digits)).map { sign == UInt8(ascii: "-") ? -$0 : $0 }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar may mean something in a YAML value without quotes. The marks of letters do not.
  fileprivate var isYAMLSyntax: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: false
    default: !properties.isAlphabetic && properties.numericType == nil && self != " "
    }
  }
}

extension String {
  /// The text as it is written between double quotes in YAML.
  fileprivate var quotable: String {
    replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "\"", with: "\\\"")
  }
}

/// The templates that a person has written, by name.
package protocol NoteTemplateStore: Sendable {
  /// Reads a template; `nil` if there is none of this name, or the text cannot be a name.
  func template(named name: String) throws(NoteTemplateError) -> NoteTemplate?

  /// Returns the names of all templates in alphabetical order; none without a folder of templates.
  func names() throws(NoteTemplateError) -> [String]
}

/// An error of reading templates.
package enum NoteTemplateError: Error, Sendable, Hashable {
  /// The file or the folder cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not UTF-8; the offset is that of the first invalid byte.
  case notUTF8(path: String, offset: Int)
}
