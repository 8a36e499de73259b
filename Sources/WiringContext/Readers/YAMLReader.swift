import Wiring
import Yams

import enum Yams.Node

/// A reader of YAML, based on Yams, with the position of each key and value.
///
/// Yams returns a tree in which each alias is a copy of its value. What that adds is limited; see ``YAMLAliases``.
struct YAMLReader {
  private let source: SourceText
  private let duplicates: YAMLDuplicateKeys
  private let maximumCount: Int
  private var depth = 0
  /// The number of values that were read.
  private var count = 0

  static func read(_ source: SourceText) throws(ReadError) -> ContextNode {
    // Yams recurses before the nesting is known, and so does the release of what it returns.
    guard YAMLNesting.mayExceed(Limits.maximumDepth, source.bytes) else {
      return try readRecursively(source)
    }
    return try LargeStack.run { () throws(ReadError) in try readRecursively(source) }
  }

  private static func readRecursively(_ source: SourceText) throws(ReadError) -> ContextNode {
    let maximumCount = source.bytes.count + Limits.maximumAliasExpansion
    try YAMLAliases.check(source, maximumCount: maximumCount)
    var duplicates = YAMLDuplicateKeys(String(decoding: source.bytes, as: UTF8.self))
    guard let (root, _) = try tree(source, &duplicates) else { return ContextNode(.null, at: .start) }
    var reader = YAMLReader(source: source, duplicates: duplicates, maximumCount: maximumCount)
    return try reader.node(root)
  }

  /// Parses a text; `nil` for an empty one. The parser owns the names of anchors.
  static func tree(
    _ source: SourceText, _ duplicates: inout YAMLDuplicateKeys
  ) throws(ReadError) -> (root: Node, parser: Parser)? {
    while true {
      do throws(any Error) {
        // Without rules: `plainContent` interprets plain scalars, and rules cost more than all other parsing.
        let parser = try Parser(yaml: duplicates.text, resolver: .basic, encoding: .utf8)
        return try parser.singleRoot().map { ($0, parser) }
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let position = Position(context.mark.line, context.mark.column)
        guard duplicates.rename(names.first ?? "", at: position) else {
          throw ReadError(.duplicateName(names.first ?? "", at: [source.location(position)]))
        }
      } catch {
        throw (error as? YamlError)?.readError(in: source) ?? source.malformed(.yaml, "\(error)", at: .start)
      }
    }
  }

  private mutating func node(_ node: Node) throws(ReadError) -> ContextNode {
    let position = Self.position(node.mark)
    guard depth < Limits.maximumDepth else { throw source.tooDeep(at: position) }
    // A second guard: what the check of the copy should have refused.
    count += 1
    guard count <= maximumCount else { throw source.expandsTooFar(at: position) }
    depth += 1
    defer { depth -= 1 }
    switch node {
    case .scalar(let scalar):
      try rejectTag(scalar.tag, "tag:yaml.org,2002:str", at: position)
      let isPlain = scalar.style == .plain && scalar.tag.description.isEmpty
      return ContextNode(isPlain ? Self.plainContent(scalar.string) : .text(scalar.string), at: position)
    case .sequence(let sequence):
      try rejectTag(sequence.tag, "tag:yaml.org,2002:seq", at: position)
      let elements = try sequence.map { element throws(ReadError) in try self.node(element) }
      return ContextNode(.list(elements), at: position)
    case .mapping(let mapping):
      try rejectTag(mapping.tag, "tag:yaml.org,2002:map", at: position)
      return ContextNode(.map(try entries(mapping)), at: position)
    case .alias: return ContextNode(.null, at: position)
    }
  }

  static func position(_ mark: Mark?) -> Position {
    mark.map { Position($0.line, $0.column) } ?? .start
  }

  private func rejectTag(_ tag: Tag, _ usual: String, at position: Position) throws(ReadError) {
    let name = tag.description
    guard !name.isEmpty, name != usual else { return }
    let notation = name.replacing("tag:yaml.org,2002:", with: "!!")
    throw ReadError(
      "the tag '\(notation)' is not supported: the parameter determines the type of a value",
      at: source.location(position), fix: "remove it; a value in quotes is text")
  }

  // MARK: Maps

  private mutating func entries(_ mapping: Node.Mapping) throws(ReadError) -> [ContextNode.Entry] {
    var entries: [ContextNode.Entry] = []
    entries.reserveCapacity(mapping.count)
    var merged: [ContextNode.Entry] = []
    for (key, value) in mapping {
      let position = Self.position(key.mark)
      guard case .scalar(let scalar) = key else { throw source.malformed(.yaml, "a key is not text", at: position) }
      try rejectTag(scalar.tag, "tag:yaml.org,2002:str", at: position)
      let content = try node(value)
      if scalar.style == .plain, scalar.string == "<<" {
        merged += try self.merged(content)
      } else {
        let name = duplicates.originalName(of: scalar.string)
        entries.append(ContextNode.Entry(name: name, position: position, value: content))
      }
    }
    guard !merged.isEmpty else { return entries }
    // The map's own entries take precedence over merged ones, and earlier merged ones over later ones.
    var names = Set(entries.map(\.name))
    return entries + merged.filter { names.insert($0.name).inserted }
  }

  private func merged(_ node: ContextNode) throws(ReadError) -> [ContextNode.Entry] {
    var merged: [ContextNode.Entry] = []
    for node in node.elements ?? [node] {
      guard let entries = node.entries else {
        throw source.malformed(.yaml, "'<<' merges maps, not \(node.kind)", at: node.position)
      }
      merged += entries
    }
    return merged
  }

  // MARK: Plain scalars

  /// Returns the content of a plain scalar by the core schema of YAML 1.2, in which `no` and `off` are text.
  static func plainContent(_ text: String) -> ContextNode.Content {
    // Most scalars are words, which the first letter rules out as anything else.
    guard let first = text.utf8.first else { return .null }
    switch first {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "~"):
      return ["null", "Null", "NULL", "~"].contains(text) ? .null : .text(text)
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return ["true", "True", "TRUE"].contains(text) ? .boolean(true) : .text(text)
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return ["false", "False", "FALSE"].contains(text) ? .boolean(false) : .text(text)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return number(text)
    default: return .text(text)
    }
  }

  private static func number(_ text: String) -> ContextNode.Content {
    if text.hasPrefix("0x"), let number = Int64(text.dropFirst(2), radix: 16), number >= 0 { return .integer(number) }
    if text.hasPrefix("0o"), let number = Int64(text.dropFirst(2), radix: 8), number >= 0 { return .integer(number) }
    // `Double` also reads `0x1p3` and `infinity`, which are text.
    return text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) ? NumberLiteral.content(text) : .text(text)
  }
}

extension YamlError {
  fileprivate func readError(in source: SourceText) -> ReadError {
    switch self {
    case .scanner(let context, let reason, let mark, _), .parser(let context, let reason, let mark, _),
      .composer(let context, let reason, let mark, _):
      let prefix = context.map { $0.text.isEmpty ? "" : "\($0.text), " } ?? ""
      return source.malformed(.yaml, prefix + reason, at: Position(mark.line, mark.column))
    case .reader(let reason, _, let value, _):
      return source.malformed(.yaml, reason, at: Self.position(ofScalar: value, in: source))
    case .memory: return source.tooDeep(at: .start)
    case .no, .writer, .emitter, .representer, .dataCouldNotBeDecoded, .duplicatedKeysInMapping:
      return source.malformed(.yaml, "it cannot be read", at: .start)
    }
  }

  /// Returns the position of a character that YAML does not allow. The offset that Yams reports counts grapheme clusters.
  private static func position(ofScalar value: Int32, in source: SourceText) -> Position {
    guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return .start }
    let wanted = Array(String(Character(scalar)).utf8)
    let offset = source.bytes.indices.first { source.bytes[$0...].starts(with: wanted) }
    return source.position(ofByte: offset ?? 0)
  }
}
