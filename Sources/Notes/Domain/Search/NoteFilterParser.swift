/// An error of a query. Everything that is not a key with a wrong value is a valid query.
package enum NoteFilterError: Error, Sendable, Hashable {
  /// The value of a key that takes a date is no date.
  case invalidDate(String, key: String)
  /// The dates have dots in between, and the second one is before the first.
  case reversedDates(String, key: String)
  /// The value ends with a star, which only words and titles can.
  case unexpectedStar(String, key: String)
  case invalidTag(String)
  case invalidNotebook(String)
  /// `is:` or `has:` is followed by another word than those.
  case unknownValue(String, key: String, available: [String])
  /// There is no saved search of this name.
  case unknownSearch(String, available: [String])
  /// A saved search is excluded, or an alternative. Such conditions would need brackets.
  case combinedSearch(String)
  /// A saved search contains itself.
  case recursiveSearch(String)
  /// An error of a saved search, with its place in the configuration file if that is known.
  indirect case inSearch(String, NoteFilterError, at: ConfigurationLocation?)
  /// The query has more conditions than the store can combine.
  case tooManyConditions(limit: Int)
}

extension NoteFilter {
  /// The maximum number of conditions, with those of saved searches.
  package static let maximumConditions = 64

  /// Parses a query. O(length of the text).
  ///
  /// - Parameters:
  ///   - text: The query, as in the table of ``NoteFilter``.
  ///   - calendar: The days that dates refer to.
  ///   - searches: The saved searches by name.
  package init(
    parsing text: String, calendar: LocalCalendar, searches: [String: String] = [:]
  ) throws(NoteFilterError) {
    self.init()
    var parser = NoteFilterParser(calendar: calendar, searches: searches)
    clauses = try parser.clauses(of: text)
    guard clauses.reduce(0, { $0 + $1.alternatives.count }) <= Self.maximumConditions else {
      throw .tooManyConditions(limit: Self.maximumConditions)
    }
  }
}

extension NoteFilter {
  /// Returns the words of a command line as a query. A shell takes the quotes of `title:"rye bread"` away; they are put back
  /// around the value of a word that has spaces.
  package static func text(joining words: [String]) -> String {
    words.map { NoteFilterParser.quoted($0) ?? $0 }.joined(separator: " ")
  }

  /// The conditions whose values are words of the language: `is:pinned`, `has:tag` and so on.
  package static let conditionsWithoutValue = states.map { "is:" + $0.0 } + parts.map { "has:" + $0.0 }

  /// The values of `is:`.
  fileprivate static let states: [(String, Test)] = [
    ("pinned", .pinned), ("archived", .archived), ("trashed", .trashed),
  ]

  /// The values of `has:`.
  fileprivate static let parts: [(String, Test)] = [
    ("attachment", .hasAttachment), ("tag", .hasTag), ("link", .hasLink),
  ]
}

/// A parser of queries: splits a text into tokens, joins those around `OR`, and reads the value of each key.
private struct NoteFilterParser {
  private struct Token {
    /// The key before a colon, in lower case; empty for words.
    var key = ""
    /// The value without quotes.
    var text = ""
    var isQuoted = false
    var isPrefix = false
    var isExcluded = false

    var isOr: Bool { key.isEmpty && text == "OR" && !isQuoted && !isExcluded }

    /// The name of the saved search that the token stands for; `nil` if it is something else.
    var searchName: String? {
      guard key.isEmpty, !isQuoted, !isPrefix, let name = text.rest(after: "@"), !name.isEmpty else { return nil }
      return String(name)
    }
  }

  private static let keys: Set<String> = [
    "title", "tag", "notebook", "before", "after", "created", "modified", "is", "has", "links",
  ]

  let calendar: LocalCalendar
  let searches: [String: String]
  /// The saved searches that are being read.
  private var open: [String] = []

  init(calendar: LocalCalendar, searches: [String: String]) {
    self.calendar = calendar
    self.searches = searches
  }

  mutating func clauses(of text: String) throws(NoteFilterError) -> [NoteFilter.Clause] {
    let tokens = Self.tokens(in: text)
    var clauses: [NoteFilter.Clause] = []
    var isAlternative = false
    for (index, token) in tokens.enumerated() {
      // At either end it joins nothing, and is a word.
      if token.isOr, !clauses.isEmpty, !isAlternative, index + 1 < tokens.count {
        isAlternative = true
        continue
      }
      if let name = token.searchName {
        let isJoined = isAlternative || (index + 2 < tokens.count && tokens[index + 1].isOr)
        guard !isJoined, !token.isExcluded else { throw .combinedSearch(name) }
        clauses += try saved(name)
      } else {
        let condition = try condition(token)
        if isAlternative, !clauses.isEmpty {
          clauses[clauses.count - 1].alternatives.append(condition)
        } else {
          clauses.append(NoteFilter.Clause([condition]))
        }
      }
      isAlternative = false
      // A pasted text is refused before all of it was read.
      guard clauses.count <= NoteFilter.maximumConditions else {
        throw .tooManyConditions(limit: NoteFilter.maximumConditions)
      }
    }
    return clauses
  }

  private mutating func saved(_ name: String) throws(NoteFilterError) -> [NoteFilter.Clause] {
    guard let text = searches[name] else { throw .unknownSearch(name, available: searches.keys.sorted()) }
    guard !open.contains(name) else { throw .recursiveSearch(name) }
    open.append(name)
    defer { open.removeLast() }
    do throws(NoteFilterError) {
      return try clauses(of: text)
    } catch {
      switch error {
      // Of the innermost search, or of all of them together.
      case .inSearch, .recursiveSearch, .tooManyConditions: throw error
      case .invalidDate, .reversedDates, .invalidTag, .invalidNotebook, .unknownValue, .unexpectedStar, .unknownSearch,
        .combinedSearch:
        throw .inSearch(name, error, at: nil)
      }
    }
  }

  private func condition(_ token: Token) throws(NoteFilterError) -> NoteFilter.Condition {
    NoteFilter.Condition(try test(token), isExcluded: token.isExcluded)
  }

  private func test(_ token: Token) throws(NoteFilterError) -> NoteFilter.Test {
    let (key, value) = (token.key, token.text)
    guard !token.isPrefix || key.isEmpty || key == "title" else { throw .unexpectedStar(value + "*", key: key) }
    switch key {
    case "title": return .title(SearchTerm(value, isPrefix: token.isPrefix))
    case "tag":
      guard let tag = Tag(value) else { throw .invalidTag(value) }
      return .tag(tag)
    case "notebook":
      guard let notebook = Notebook(value) else { throw .invalidNotebook(value) }
      return notebook == .root ? .topLevel : .notebook(notebook)
    case "before": return .modified(TimeRange(to: try start(value, key: key)))
    case "after": return .modified(TimeRange(from: try start(value, key: key)))
    case "created": return .created(try range(value, key: key))
    case "modified": return .modified(try range(value, key: key))
    case "is":
      return try Self.value(value, key: key, of: NoteFilter.states)
    case "has":
      return try Self.value(value, key: key, of: NoteFilter.parts)
    case "links":
      guard let name = NoteName(value) else { return .text(SearchTerm(value)) }
      return .link(name)
    default: return .text(SearchTerm(value, isPrefix: token.isPrefix))
    }
  }

  private static func value(
    _ text: String, key: String, of values: [(name: String, test: NoteFilter.Test)]
  ) throws(NoteFilterError) -> NoteFilter.Test {
    let text = text.lowercased()
    // `is:pinned` and `has:attachments` are typed in either number.
    guard let found = values.first(where: { $0.name == text || $0.name + "s" == text }) else {
      throw .unknownValue(text, key: key, available: values.map(\.name))
    }
    return found.test
  }

  /// Returns the time at which the days of a date begin.
  private func start(_ text: String, key: String) throws(NoteFilterError) -> Timestamp {
    guard let days = DayRange(text, today: calendar.today) else { throw .invalidDate(text, key: key) }
    return calendar.start(of: days.first)
  }

  /// Parses a date, or two of them with dots in between, of which one may be missing.
  private func range(_ text: String, key: String) throws(NoteFilterError) -> TimeRange {
    let ends =
      text.utf8.firstRange(of: "..".utf8).map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [
        text[...], text[...],
      ]
    guard ends.contains(where: { !$0.isEmpty }) else { throw .invalidDate(text, key: key) }
    let days = ends.map { $0.isEmpty ? nil : DayRange($0, today: calendar.today) }
    for (end, days) in zip(ends, days) where !end.isEmpty && days == nil { throw .invalidDate(String(end), key: key) }
    if let first = days[0]?.first, let last = days[1]?.last, last.daysSince1970 < first.daysSince1970 {
      throw .reversedDates(text, key: key)
    }
    return TimeRange(
      from: days[0].map { calendar.start(of: $0.first) },
      to: days[1].map { calendar.start(of: CivilDate(daysSince1970: $0.last.daysSince1970 + 1)) })
  }
}

extension NoteFilterParser {
  private static func tokens(in text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text.unicodeScalars[...]
    while true {
      rest = rest.drop(while: isSeparator)
      guard let first = rest.first else { return tokens }
      var token = Token()
      if first == "-", let next = rest.dropFirst().first, beginsTerm(next) {
        token.isExcluded = true
        rest = rest.dropFirst()
      }
      if let key = key(at: rest) {
        rest = rest.dropFirst(key.unicodeScalars.count + 1)
        token.key = key
      }
      let words: Substring.UnicodeScalarView
      if rest.first == "\"" {
        token.isQuoted = true
        rest = rest.dropFirst()
        words = rest.prefix { $0 != "\"" }
        rest = rest.dropFirst(words.count).dropFirst()
      } else {
        words = rest.prefix { !isSeparator($0) && $0 != "\"" }
        rest = rest.dropFirst(words.count)
      }
      if rest.first == "*" {
        token.isPrefix = true
        rest = rest.dropFirst()
      }
      var text = Substring(String(String.UnicodeScalarView(words)))
      while !token.isQuoted, let beginning = text.beginning(before: "*") {
        token.isPrefix = true
        text = beginning
      }
      token.text = String(text)
      guard token.text != "-", token.text.unicodeScalars.contains(where: { !isSeparator($0) }) else { continue }
      tokens.append(token)
    }
  }

  /// Returns the key before a colon with a value behind it.
  private static func key(at text: Substring.UnicodeScalarView) -> String? {
    let name = String(Substring(text.prefix { $0.isASCII && $0.properties.isAlphabetic })).lowercased()
    let rest = text.dropFirst(name.unicodeScalars.count)
    guard keys.contains(name), rest.first == ":", let next = rest.dropFirst().first, !isSeparator(next), next != "*"
    else {
      return nil
    }
    return rest.dropFirst(2).first == "\"" && next == "\"" ? nil : name
  }

  /// Returns whether a value with spaces can be one of a key. Of dates, only some are.
  private static func takesSpaces(_ key: String, in value: Substring) -> Bool {
    switch key {
    case "title", "notebook", "links": true
    case "before", "after", "created", "modified": DayRange(value, today: CivilDate(daysSince1970: 0)) != nil
    default: false
    }
  }

  /// Returns whether a dash before this character excludes. An arrow such as `->` is a term.
  private static func beginsTerm(_ scalar: Unicode.Scalar) -> Bool {
    !isSeparator(scalar)
      && (scalar == "\"" || scalar.value > 0x7F || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || scalar == "#" || scalar == "[" || scalar == "-" || scalar == "@")
  }

  /// Returns a condition with quotes around its value; `nil` for other words, and for a value without spaces or with quotes.
  ///
  /// Values of other keys have no spaces: with those, several conditions are in one word, as they are if another key, an
  /// exclusion or `OR` follows.
  static func quoted(_ word: String) -> String? {
    let scalars = word.unicodeScalars
    let isExcluded = scalars.first == "-"
    guard let key = key(at: isExcluded ? scalars.dropFirst() : scalars[...]),
      let start = word.utf8.firstIndex(of: UInt8(ascii: ":")).map({ word.utf8.index(after: $0) })
    else { return nil }
    var value = word[start...]
    let words = value.unicodeScalars.split(whereSeparator: isSeparator)
    let hasOther = words.dropFirst().contains { word in
      Self.key(at: word) != nil || String(word) == "OR"
        || (word.first == "-" && word.dropFirst().first.map(beginsTerm) ?? false)
    }
    guard words.count > 1, !hasOther, !value.contains(byte: UInt8(ascii: "\"")), takesSpaces(key, in: value) else {
      return nil
    }
    var end = "\""
    if let beginning = value.beginning(before: "*") {
      value = beginning
      end += "*"
    }
    return word[..<start] + "\"" + value + end
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}
