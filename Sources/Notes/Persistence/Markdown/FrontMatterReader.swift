import NotesDomain
import Yams

/// Reads front matter into a document: the keys that mean something to us, and the lines of all others.
struct FrontMatterReader {
  private let yaml: String

  /// Prepares to read.
  ///
  /// - Parameter yaml: The lines between the two marks.
  init(_ yaml: String) {
    self.yaml = yaml
  }

  /// Fills in a document.
  func read(into document: inout MarkdownDocument) throws(FrontMatterProblem) {
    try YAMLGuard.check(yaml)
    let entries = try entries()
    for entry in entries {
      guard let key = entry.key else { continue }
      try FrontMatterValue(key: key, line: entry.line + 1, node: entry.value).assign(to: &document)
    }
    document.foreignFrontMatter = try FrontMatterLines(yaml).foreign(to: entries)
  }

  /// The pairs of the outermost mapping.
  private func entries() throws(FrontMatterProblem) -> [FrontMatterEntry] {
    do {
      // The basic resolver takes every scalar for a string, which is what we want, and asks no regular expressions. Naming
      // the encoding saves a look at the environment for every file.
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
            key: key.scalar.flatMap { FrontMatterKey(rawValue: $0.string) }, value: value,
            line: key.mark?.line ?? 1, column: key.mark?.column ?? 1)
        }
      }
    } catch {
      throw FrontMatterProblem(error)
    }
  }

  private func refuseAnchors(in node: Node) throws(FrontMatterProblem) {
    guard node.anchor == nil else { throw .anchor(line: (node.mark?.line ?? 1) + 1) }
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

/// A key of front matter with its value, and where it stands.
struct FrontMatterEntry {
  /// What the key means to us, if anything.
  let key: FrontMatterKey?
  let value: Node
  /// The line of the front matter, from 1.
  let line: Int
  /// The character of the line, from 1.
  let column: Int
}

/// Why front matter was not understood. Lines are counted in the file, whose first line is the opening mark.
enum FrontMatterProblem: Error {
  case malformed(line: Int, detail: String)
  case wrongType(key: String, line: Int, expected: String)

  /// The problem as the domain has it.
  var reason: MarkdownFileError.Reason {
    switch self {
    case .malformed(let line, let detail): .malformedFrontMatter(line: line, detail: detail)
    case .wrongType(let key, let line, let expected): .wrongType(key: key, line: line, expected: expected)
    }
  }

  /// What the YAML parser complained of.
  init(_ error: any Error) {
    switch error {
    case let problem as FrontMatterProblem: self = problem
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      self = .malformed(line: mark.line + 1, detail: problem)
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      let names = keys.sorted().joined(separator: ", ")
      self = .malformed(line: context.mark.line + 1, detail: "a key appears twice: \(names)")
    case YamlError.reader(let problem, let offset, _, let yaml):
      let lines = yaml.prefix(offset ?? 0).split(separator: "\n", omittingEmptySubsequences: false)
      self = .malformed(line: lines.count + 1, detail: problem)
    default: self = .malformed(line: 1, detail: String(describing: error))
    }
  }
}

/// Refuses YAML that would cost more than it can be worth, before a parser sees it.
///
/// Anchors are what a "billion laughs" is made of: a few lines that expand to gigabytes. No tool writes them into front
/// matter. Whether a sign is an anchor only a parser can say, so that this lets a handful of suspects pass, too few to do
/// harm; the reader then refuses each real one.
enum YAMLGuard {
  /// The most bytes of front matter: enough to list a thousand attachments.
  static let maximumBytes = 524_288
  /// The most levels of brackets, and of lists within lists on one line.
  private static let maximumDepth = 64
  /// The most signs that may be aliases when one may be an anchor.
  private static let maximumSuspects = 4

  /// Throws when the front matter is not to be parsed.
  static func check(_ yaml: String) throws(FrontMatterProblem) {
    guard yaml.utf8.count <= maximumBytes else {
      throw .malformed(line: 1, detail: "the front matter has more than \(maximumBytes) bytes")
    }
    var (line, depth, dashes, anchors, aliases) = (2, 0, 0, 0, 0)
    var previous = UInt8(ascii: "\n")
    var beforePrevious = previous
    for byte in yaml.utf8 {
      let followsSeparator = " \t\n\r[{,".utf8.contains(beforePrevious)
      if previous == UInt8(ascii: "&"), followsSeparator, !" \t\n\r".utf8.contains(byte) { anchors += 1 }
      if previous == UInt8(ascii: "*"), followsSeparator, !" \t\n\r".utf8.contains(byte) { aliases += 1 }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "\n"): (line, dashes) = (line + 1, 0)
      case UInt8(ascii: " ") where previous == UInt8(ascii: "-") || previous == UInt8(ascii: "?"): dashes += 1
      default: break
      }
      guard depth <= maximumDepth, dashes <= maximumDepth else {
        throw .malformed(line: line, detail: "the values are nested too deeply")
      }
      guard anchors == 0 || anchors <= maximumSuspects && aliases <= maximumSuspects else {
        throw .anchor(line: line)
      }
      (beforePrevious, previous) = (previous, byte)
    }
  }
}

extension FrontMatterProblem {
  /// The problem that a value has a name.
  static func anchor(line: Int) -> FrontMatterProblem {
    .malformed(line: line, detail: "anchors (&) and aliases (*) are not accepted")
  }
}
