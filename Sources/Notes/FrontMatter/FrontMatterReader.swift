import NotesDomain
package import NotesTransfer
import Yams

/// Reads front matter into a document: the values of known keys, and the lines of foreign ones.
package struct FrontMatterReader {
  private let yaml: String
  private let zone: any TimeZoneOffsets
  private let keys: FrontMatterKeys

  init(_ yaml: String, zone: any TimeZoneOffsets, keys: FrontMatterKeys = .ofFiles) {
    self.yaml = yaml
    self.zone = zone
    self.keys = keys
  }

  /// Parses the front matter and sets the properties of a document.
  package func read(into document: inout MarkdownDocument) throws {
    try YAMLGuard.check(yaml)
    let entries = try entries()
    let lines = FrontMatterLines(yaml)
    for entry in entries {
      guard let key = entry.key else { continue }
      try FrontMatterValue(key: key, line: entry.line + 1, node: entry.value, source: lines, zone: zone)
        .assign(to: &document)
    }
    document.foreignFrontMatter = try lines.foreign(to: entries)
  }

  /// Parses the keys and values of the outermost mapping.
  private func entries() throws -> [FrontMatterEntry] {
    // The basic resolver reads every scalar as a string, and runs no regular expressions. Without an encoding, the parser
    // would look it up in the environment for each file.
    let parser = try Parser(yaml: yaml, resolver: .basic, encoding: .utf8)
    guard let root = try parser.singleRoot() else { return [] }
    // The parser owns the names of the nodes.
    return try withExtendedLifetime(parser) {
      try refuseAnchors(in: root)
      guard let mapping = root.mapping else {
        throw FrontMatterProblem.malformed(
          line: (root.mark?.line ?? 1) + 1, detail: "keys with values were expected, such as 'title: Bread'")
      }
      return mapping.map { key, value in
        FrontMatterEntry(
          key: key.scalar.flatMap { keys.key(named: $0.string) }, value: value,
          line: key.mark?.line ?? 1, column: key.mark?.column ?? 1)
      }
    }
  }

  private func refuseAnchors(in node: Node) throws {
    guard node.anchor == nil else { throw FrontMatterProblem.anchor(line: (node.mark?.line ?? 1) + 1) }
    switch node {
    case .scalar, .alias: break
    case .sequence(let sequence):
      for element in sequence { try refuseAnchors(in: element) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        try refuseAnchors(in: key)
        try refuseAnchors(in: value)
      }
    }
  }
}

/// A key of front matter, its value and its position.
struct FrontMatterEntry {
  /// The known key; `nil` for a foreign one.
  package let key: FrontMatterKey?
  let value: Node
  /// The line of the front matter, from 1.
  let line: Int
  /// The character of the line, from 1.
  let column: Int
}

/// An error in front matter. Lines are those of the file, whose first line is the opening mark.
package enum FrontMatterProblem: Error {
  case malformed(line: Int, detail: String)
  case wrongType(key: String, line: Int, expected: String)

  /// The error as the domain's model.
  package var reason: MarkdownFileError.Reason {
    switch self {
    case .malformed(let line, let detail): .malformedFrontMatter(line: line, detail: detail)
    case .wrongType(let key, let line, let expected): .wrongType(key: key, line: line, expected: expected)
    }
  }

  /// Translates an error of the YAML parser.
  package init(_ error: any Error) {
    switch error {
    case let problem as FrontMatterProblem: self = problem
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      self = .malformed(line: mark.line + 1, detail: problem)
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      let names = keys.sorted().joined(separator: ", ")
      self = .malformed(line: context.mark.line + 1, detail: "a key appears twice: \(names)")
    case YamlError.reader(let problem, let offset, _, let yaml):
      let lines = Substring(yaml.utf8.prefix(offset ?? 0)).linesAtFeeds
      self = .malformed(line: lines.count + 1, detail: problem)
    default: self = .malformed(line: 1, detail: String(describing: error))
    }
  }
}

/// A check that refuses YAML which would be expensive to parse.
///
/// Anchors make a "billion laughs" attack: a few lines that expand to gigabytes. No tool writes them to front matter. Only a
/// parser can tell whether a character begins an anchor, so that this check accepts a harmless number of candidates; the
/// reader then refuses each real anchor.
package enum YAMLGuard {
  /// The maximum size of front matter in bytes: more than an export writes for a note that has the maximum of everything, each
  /// byte escaped as four. An attachment has a name, a path, a digest and a size.
  package static let maximumBytes =
    4 * NoteLimit.properties.maximum
    + NoteLimit.attachments.maximum * (4 * (Attachment.maximumNameBytes + AttachmentFolder.maximumPathBytes) + 128)
  /// The maximum depth of brackets, and of nested lists on one line.
  private static let maximumDepth = 64
  /// The maximum number of possible aliases, and of possible anchors, in text with a possible anchor.
  private static let maximumCandidates = 4

  /// Throws an error for front matter that must not be parsed.
  package static func check(_ yaml: String) throws {
    guard yaml.utf8.count <= maximumBytes else { throw FrontMatterProblem.tooLarge }
    var (line, depth, dashes, anchors, aliases) = (2, 0, 0, 0, 0)
    var previous = UInt8(ascii: "\n")
    var beforePrevious = previous
    for byte in yaml.utf8 {
      if previous == UInt8(ascii: "&") || previous == UInt8(ascii: "*"),
        " \t\n\r[{,".utf8.contains(beforePrevious), !" \t\n\r".utf8.contains(byte)
      {
        if previous == UInt8(ascii: "&") { anchors += 1 } else { aliases += 1 }
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "\n"): (line, dashes) = (line + 1, 0)
      case UInt8(ascii: " ") where previous == UInt8(ascii: "-") || previous == UInt8(ascii: "?"): dashes += 1
      default: break
      }
      guard depth <= maximumDepth, dashes <= maximumDepth else {
        throw FrontMatterProblem.malformed(line: line, detail: "the values are nested too deeply")
      }
      guard anchors == 0 || anchors <= maximumCandidates && aliases <= maximumCandidates else {
        throw FrontMatterProblem.anchor(line: line)
      }
      (beforePrevious, previous) = (previous, byte)
    }
  }
}

extension FrontMatterProblem {
  /// The error of front matter that is larger than that of any note.
  package static var tooLarge: FrontMatterProblem {
    .malformed(line: 1, detail: "the front matter has more than \(YAMLGuard.maximumBytes) bytes")
  }

  /// Returns the error of a value with an anchor.
  static func anchor(line: Int) -> FrontMatterProblem {
    .malformed(line: line, detail: "anchors (&) and aliases (*) are not accepted")
  }
}
