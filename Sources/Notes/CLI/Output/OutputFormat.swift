import Wiring

/// A format of output: text with placeholders in braces, such as `{created:date}\t{title}`.
///
/// Braces are doubled to print them. `\t`, `\n`, `\0` and `\\` are a tab, a line break, NUL and a backslash. A single word
/// without placeholders is the name of a format in ``named``.
struct OutputFormat: Sendable, Hashable, CustomStringConvertible {
  enum Piece: Sendable, Hashable {
    case text(String)
    case placeholder(FormatPlaceholder, TimeFormat?)
  }

  /// The formats with names.
  static let named = [
    "link": "[[{title}]]", "oneline": "{id}  {title}", "path": "{path}",
    "tsv": #"{id}\t{modified:iso}\t{path}\t{tags}"#,
  ]

  let pieces: [Piece]

  /// Creates a format. Adjacent texts become one.
  init(_ pieces: [Piece]) {
    self.pieces = pieces.reduce(into: []) { joined, piece in
      switch (joined.last, piece) {
      case (_, .text("")): break
      case (.text(let first)?, .text(let second)): joined[joined.count - 1] = .text(first + second)
      default: joined.append(piece)
      }
    }
  }

  /// Parses a format.
  ///
  /// - Parameter available: The placeholders that the command has.
  init(parsing text: String, available: [FormatPlaceholder]) throws(OutputFormatError) {
    guard !text.isEmpty, text.unicodeScalars.allSatisfy({ "a"..."z" ~= $0 }) else {
      try self.init(scanning: text, available: available)
      return
    }
    guard let format = Self.named[text] else { throw .unknownName(text, available: Self.named.keys.sorted()) }
    try self.init(scanning: format, available: available)
  }

  private init(scanning text: String, available: [FormatPlaceholder]) throws(OutputFormatError) {
    var pieces: [Piece] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        let letter = rest.popFirst()
        guard let escaped = letter.flatMap({ Self.escapes[$0] }) else {
          throw .unknownEscape("\\" + (letter.map { String($0) } ?? ""))
        }
        pieces.append(.text(String(escaped)))
      case "{", "}":
        if rest.first == scalar {
          rest.removeFirst()
          pieces.append(.text(String(scalar)))
        } else {
          guard scalar == "{", let end = rest.firstIndex(of: "}") else { throw .unbalanced(String(scalar)) }
          pieces.append(try Self.placeholder(String(rest[..<end]), available: available))
          rest = rest[rest.index(after: end)...]
        }
      default: pieces.append(.text(String(scalar)))
      }
    }
    self.init(pieces)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["t": "\t", "n": "\n", "0": "\0", "\\": "\\"]

  private static func placeholder(
    _ text: String, available: [FormatPlaceholder]
  ) throws(OutputFormatError) -> Piece {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let placeholder = available.first(where: { $0.rawValue == parts[0] }) else {
      throw .unknownPlaceholder(parts[0], available: available.map(\.rawValue))
    }
    guard parts.count == 2 else { return .placeholder(placeholder, nil) }
    guard placeholder.isTime else { throw .noFormat(placeholder.rawValue) }
    guard let format = TimeFormat(rawValue: parts[1]) else { throw .unknownFormat(parts[1]) }
    return .placeholder(placeholder, format)
  }

  /// The format as it is parsed.
  var description: String {
    pieces.map { piece in
      switch piece {
      case .placeholder(let placeholder, let format):
        "{\(placeholder.rawValue)\(format.map { ":" + $0.rawValue } ?? "")}"
      case .text(let text):
        text.unicodeScalars.map { scalar in
          if scalar == "{" || scalar == "}" { return "\(scalar)\(scalar)" }
          return Self.escapes.first { $0.value == scalar }.map { "\\\($0.key)" } ?? String(scalar)
        }.joined()
      }
    }.joined()
  }

  /// Whether it needs whole notes, not only their summaries.
  var needsText: Bool { pieces.contains { if case .placeholder(let it, _) = $0 { it.needsText } else { false } } }

  /// Whether it prints the numbers by which later commands name the notes.
  var hasNumbers: Bool { pieces.contains { if case .placeholder(.number, _) = $0 { true } else { false } } }
}

/// A placeholder of a format.
enum FormatPlaceholder: String, Sendable, Hashable, CaseIterable {
  case id, number, title, notebook, path, tags, created, modified, trashed, pinned, archived, words, body
  /// The words around the best match, in `search`.
  case snippet
  // Those of `links`.
  case target, label, heading

  /// The placeholders of commands that print notes.
  static let ofNotes: [Self] = allCases.filter { ![.snippet, .target, .label, .heading].contains($0) }

  /// Whether it is a time, which can have a format.
  var isTime: Bool { self == .created || self == .modified || self == .trashed }

  /// Whether it depends on the text of the note.
  var needsText: Bool { self == .words || self == .body }
}

/// The format of a time in a format.
enum TimeFormat: String, Sendable, Hashable, CaseIterable {
  /// Local time to the minute, as in lists: `2026-03-14 09:26`.
  case short
  /// The local date: `2026-03-14`.
  case date
  /// The local time of day: `09:26`.
  case time
  /// UTC, as in JSON: `2026-03-14T09:26:53.589Z`.
  case iso
  /// The seconds since 1970.
  case unix
}

/// An error in a format.
enum OutputFormatError: Error, Sendable, Hashable {
  case unknownPlaceholder(String, available: [String])
  case unknownFormat(String)
  /// The placeholder is not a time.
  case noFormat(String)
  case unknownEscape(String)
  /// A brace without its other one.
  case unbalanced(String)
  /// A word that names no format.
  case unknownName(String, available: [String])
}

extension CommandFailure {
  init(_ error: OutputFormatError) {
    let doubling: StyledText = "to print a brace, double it: {{ or }}"
    switch error {
    case .unknownPlaceholder(let name, let available):
      let near = Spelling.nearest(to: name, among: available, within: 2).map { "did you mean {\($0)}?" as StyledText }
      self.init(
        "unknown placeholder {\(name)}",
        hints: [near, "available: \(raw: available.map { "{\($0)}" }.joined(separator: " "))", doubling].compactMap(
          \.self),
        status: .usage)
    case .unknownFormat(let name):
      self.init(
        "unknown format of a time: \(name)",
        hints: ["available: \(raw: TimeFormat.allCases.map(\.rawValue).joined(separator: ", "))"], status: .usage)
    case .noFormat(let name):
      self.init("{\(raw: name)} is not a time and has no formats", hints: ["use {\(raw: name)}"], status: .usage)
    case .unknownEscape(let text):
      self.init("unknown escape \(text)", hints: [#"available: \t, \n, \0 and \\"#], status: .usage)
    case .unbalanced(let brace): self.init("a brace is alone: \(raw: brace)", hints: [doubling], status: .usage)
    case .unknownName(let name, let available):
      let near = Spelling.nearest(to: name, among: available, within: 2).map { "did you mean '\($0)'?" as StyledText }
      self.init(
        "no format is named '\(name)'",
        hints: [near, "available: \(raw: available.joined(separator: ", ")), or a format such as '{id} {title}'"]
          .compactMap(\.self),
        status: .usage)
    }
  }
}
