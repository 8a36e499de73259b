import Foundation

/// A name by which links and people find a note: a title, an alias, or either behind the end of the notebook's path, such as
/// `Bread/Sourdough`.
///
/// Names are compared without case, with spaces for line breaks and other control characters as in titles, and by canonical
/// equivalence: the file systems of Apple decompose accents in names of files, and keyboards compose them.
package struct NoteName: Sendable, Hashable {
  /// The name as stores keep it: in lower case, composed, without `.md` and the slash of the top level.
  package let key: String

  /// Creates a name; `nil` when the text is blank.
  package init?(_ text: some StringProtocol) {
    // Most names are ASCII, and an import makes several for each note.
    let lowercased =
      text.isPrintableASCII
      ? text.lowercased()
      : (NoteTitle.cleaned(String(text)) ?? "").precomposedStringWithCanonicalMapping.lowercased()
        .precomposedStringWithCanonicalMapping
    var key = lowercased.withoutMarkdownEnding
    if let rest = key.rest(after: "/") { key = String(rest) }
    guard !key.isEmpty else { return nil }
    self.key = key
  }

  /// The notebook's end and the name of the note in it, if the name can be a path.
  package var path: (notebook: String, name: String)? {
    guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = key[key.utf8.index(after: slash)...]
    return name.isEmpty || slash == key.startIndex ? nil : (String(key[..<slash]), String(name))
  }
}

extension Note {
  /// The note's names without paths: its title, as it is, in links and as the name of a file, the name of its file, and its
  /// aliases. Without duplicates.
  package var names: [NoteName] {
    ([title, NoteTitle.inLinks(title), MarkdownFileName.stem(for: title), fileName] + aliases)
      .compactMap { NoteName($0) }.withoutRepetition()
  }

  /// The aliases in the front matter, as written.
  package var aliases: [String] { FrontMatterAliases.find(in: foreignFrontMatter) }

  /// All names of the note: ``names``, and each of them behind the whole path of its notebook and ``Notebook/linkedEnds``.
  package var namesWithPaths: [NoteName] {
    let names = names
    return names + notebook.linkedEnds.flatMap { end in names.compactMap { NoteName(end + "/" + $0.key) } }
  }

  /// Returns the rank of a name among the notes that have it: a link leads to a file of that name first, then to a title, then to
  /// an alias.
  ///
  /// - Parameter key: A name without a path.
  package static func rank(ofKey key: String, title: String, fileName: String) -> Int {
    let file = fileName.isEmpty ? MarkdownFileName.stem(for: title) : fileName
    if NoteName(file)?.key == key { return 0 }
    return [title, NoteTitle.inLinks(title)].contains { NoteName($0)?.key == key } ? 1 : 2
  }
}

/// The aliases in a note's front matter, by Obsidian's keys `aliases` and `alias`.
///
/// Foreign front matter is kept as text, so that this reads its lines: a list in brackets, a list with dashes, or one alias. They
/// are read by scalars: a sign of YAML with an accent behind it is one `Character`, and a sign all the same.
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
        var list = String(beginning)
        var count = 0
        while count < maximumListLines, list.utf8.count < maximumListBytes, !items(list).isClosed,
          let next = lines.popFirst()
        {
          list += " " + withoutComment(next)
          count += 1
        }
        aliases += items(list).items
      } else if !value.isEmpty {
        aliases.append(value)
      }
      while let item = lines.first.map({ withoutComment($0).trimmingSpaces() }) {
        let alias = item.rest(after: "- ")
        guard alias != nil || item.isEmpty else { break }
        if let alias { aliases.append(String(alias)) }
        lines.removeFirst()
      }
    }
    let texts = aliases.lazy.map { unquoted($0.trimmingSpaces()) }.filter { !$0.isEmpty && $0 != "~" && $0 != "null" }
    return Array(texts.prefix(maximum))
  }

  /// Returns whether a line is blank or a comment.
  private static func isPassedOver(_ line: Substring) -> Bool { withoutComment(line).trimmingSpaces().isEmpty }

  /// Returns the value behind one of the keys; `nil` for a line without.
  private static func value(in line: Substring) -> String? {
    let (key, value) = line.split(at: ":")
    guard let value, !line.begins(with: " "), ["aliases", "alias"].contains(unquoted(key.trimmingSpaces())),
      value.isEmpty || value.begins(with: " ") || value.begins(with: "\t")
    else { return nil }
    return withoutComment(value).trimmingSpaces()
  }

  /// Returns a line without a comment at its end. A number sign in quotes, or without a space before it, begins none.
  private static func withoutComment(_ line: Substring) -> Substring {
    guard line.contains(byte: UInt8(ascii: "#")) else { return line }
    var (quote, isEscaped): (Unicode.Scalar?, Bool) = (nil, false)
    var previous: Unicode.Scalar = " "
    let scalars = line.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let isSpace = previous.properties.isWhitespace
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = scalar == "\\" && open == "\""
        if scalar == open { quote = nil }
      } else if scalar == "#", isSpace {
        return line[..<index]
      } else if isQuote(scalar), isSpace || previous == "[" || previous == "," {
        quote = scalar
      }
      previous = scalar
    }
    return line
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool { scalar == "\"" || scalar == "'" }

  /// Returns the items of a list up to its closing bracket. A comma or a bracket in quotes belongs to an item.
  private static func items(_ list: some StringProtocol) -> (items: [String], isClosed: Bool) {
    var (items, item, isBlank): ([String], String.UnicodeScalarView, Bool) = ([], String.UnicodeScalarView(), true)
    var (quote, isEscaped): (Unicode.Scalar?, Bool) = (nil, false)
    for scalar in list.unicodeScalars {
      switch scalar {
      case "]" where quote == nil: return (items + [String(item)], true)
      case "," where quote == nil:
        items.append(String(item))
        (item, isBlank) = (String.UnicodeScalarView(), true)
      default:
        if isEscaped {
          isEscaped = false
        } else if quote != nil {
          isEscaped = scalar == "\\" && quote == "\""
          if scalar == quote { quote = nil }
        } else if isQuote(scalar), isBlank || item.last == scalar {
          // Two single quotes within a text close and open it again.
          quote = scalar
        }
        isBlank = isBlank && scalar.properties.isWhitespace
        item.append(scalar)
      }
    }
    return (items + [String(item)], false)
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

extension Notebook {
  /// Returns whether the path, or its end from a name on, is the notebook of a ``NoteName/path``.
  package func hasEnd(_ end: String) -> Bool {
    guard let key = NoteName(path)?.key else { return false }
    return key == end || key.ends(with: "/" + end)
  }
}

extension NoteTitle {
  /// Returns a title as the target of a link, with others for the characters that mean something there. It is one of the note's
  /// names.
  ///
  /// Characters are replaced, not left out: otherwise a note that begins with `[[Rye]]` would be named like that note. A title
  /// that ends like the name of an attachment is written with `.md`, as a link to `scan.pdf` leads to that file.
  package static func inLinks(_ title: String) -> String {
    let text = withoutLinkSigns(NoteTitle.cleaned(title) ?? "")
    guard NoteName(text) != nil else { return MarkdownFileName.stem(for: title) }
    return text[...].namesAttachment ? text + ".md" : text
  }

  private static func withoutLinkSigns(_ title: String) -> String {
    var text = title
    // Most titles have none, and every note that is saved comes here.
    if title.unicodeScalars.contains(where: { inLinks($0) != $0 }) {
      text = String(String.UnicodeScalarView(title.unicodeScalars.map(inLinks)))
    }
    return text.contains(byte: UInt8(ascii: "<")) ? text.replacingBytes(of: "<!--", with: "(!--") : text
  }

  private static func inLinks(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "[": "("
    case "]": ")"
    // A slash would lead into a folder; the name of the file has a dash, too.
    case "|", "#", "^", "\\", "/": "-"
    case "`": "'"
    default: scalar
    }
  }
}

extension StringProtocol {
  /// The text without any `.md` at its end, and without the spaces around it.
  var withoutMarkdownEnding: String {
    var text = withoutSpaces
    while text.utf8.count > 3, text.hasMarkdownEnding { text = Substring(text.utf8.dropLast(3)).withoutSpaces }
    return String(text)
  }

  /// Whether the text ends with `.md`, in any case.
  var hasMarkdownEnding: Bool {
    let end = utf8.suffix(3)
    return end.first == UInt8(ascii: ".") && end.dropFirst().elementsEqual("md".utf8) { $0 | 0x20 == $1 }
  }
}

extension Substring {
  /// Whether the text ends like the name of a file that is no note. These are the files that Obsidian shows.
  var namesAttachment: Bool {
    guard contains(byte: UInt8(ascii: ".")), let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return attachmentEndings.contains(self[utf8.index(after: dot)...].trimmingSpaces().lowercased())
  }
}

private let attachmentEndings: Set<String> = [
  "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp", "flac", "m4a", "mp3", "ogg", "wav", "3gp", "mkv", "mov",
  "mp4", "ogv", "webm", "pdf", "canvas", "base", "excalidraw",
]
