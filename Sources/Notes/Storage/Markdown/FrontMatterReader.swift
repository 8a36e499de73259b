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
  func read(into document: inout VaultDocument) throws(FrontMatterProblem) {
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
