import Wiring
import Yams

/// Reads YAML by Yams, with the place of each key and value.
///
/// Yams gives a tree in which an alias is the value it stands for, once more; so a text of a few lines can unfold into more
/// than any memory holds. The tree is therefore not walked further than the text is long, and some.
struct YAMLReader {
  private let source: SourceText
  private let repeated: YAMLDuplicateKeys
  /// How many values may still be read.
  private var budget: Int
  private var depth = 0

  /// Reads a text.
  static func read(_ source: SourceText) throws(ReadError) -> ContextNode {
    let text = String(decoding: source.bytes, as: UTF8.self)
    guard !YAMLAliasCheck.mayExpandInKeys(source.bytes) else { throw ReadError(problem: .aliasInKey(source.path)) }
    var repeated = YAMLDuplicateKeys(text)
    guard let root = try tree(source, &repeated) else { return ContextNode(.null, at: .start) }
    var reader = YAMLReader(source: source, repeated: repeated, budget: source.bytes.count + Limits.maximumAliasExpansion)
    return try reader.node(root)
  }

  private static func tree(_ source: SourceText, _ repeated: inout YAMLDuplicateKeys) throws(ReadError) -> Node? {
    while true {
      do throws(any Error) {
        // Without rules: what a plain scalar means is decided here, and rules cost more than all the rest.
        return try Parser(yaml: repeated.text, resolver: .basic, encoding: .utf8).singleRoot()
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let position = Position(context.mark.line, context.mark.column)
        guard repeated.rename(names.first ?? "", at: position) else {
          throw ReadError(problem: .duplicateName(names.first ?? "", at: [source.location(position)]))
        }
      } catch {
        throw ReadError(problem: YAMLFailure(error).problem(in: source))
      }
    }
  }

  private mutating func node(_ node: Node) throws(ReadError) -> ContextNode {
    budget -= 1
    guard budget >= 0 else { throw ReadError(problem: .aliasExpansionTooLarge(at: source.location(Self.position(node)))) }
    guard depth < Limits.maximumDepth else { throw ReadError(problem: .tooDeep(at: source.location(Self.position(node)))) }
    depth += 1
    defer { depth -= 1 }
    switch node {
    case .scalar(let scalar): return try self.scalar(scalar)
    case .sequence(let sequence):
      try refuseTag(sequence.tag, "tag:yaml.org,2002:seq", at: Self.position(node))
      var elements: [ContextNode] = []
      elements.reserveCapacity(sequence.count)
      for element in sequence { elements.append(try self.node(element)) }
      return ContextNode(.list(elements), at: Self.position(node))
    case .mapping(let mapping):
      try refuseTag(mapping.tag, "tag:yaml.org,2002:map", at: Self.position(node))
      return ContextNode(.map(try entries(mapping)), at: Self.position(node))
    case .alias: return ContextNode(.null, at: Self.position(node))
    }
  }

  private static func position(_ node: Node) -> Position {
    node.mark.map { Position($0.line, $0.column) } ?? .start
  }

  private func refuseTag(_ tag: Tag, _ usual: String, at position: Position) throws(ReadError) {
    let name = tag.description
    guard name.isEmpty || name == usual else { throw ReadError(problem: .tag(name, at: source.location(position))) }
  }

  private func scalar(_ scalar: Node.Scalar) throws(ReadError) -> ContextNode {
    let position = scalar.mark.map { Position($0.line, $0.column) } ?? .start
    try refuseTag(scalar.tag, "tag:yaml.org,2002:str", at: position)
    let isPlain = scalar.style == .plain && scalar.tag.description.isEmpty
    return ContextNode(isPlain ? YAMLScalar.content(scalar.string) : .text(scalar.string), at: position)
  }

  // MARK: Maps

  private mutating func entries(_ mapping: Node.Mapping) throws(ReadError) -> [ContextNode.Entry] {
    var entries: [ContextNode.Entry] = []
    entries.reserveCapacity(mapping.count)
    var merged: [ContextNode.Entry] = []
    for (key, value) in mapping {
      let position = Self.position(key)
      guard case .scalar(let scalar) = key else {
        throw ReadError(problem: .malformed(.yaml, "a key is no text", at: source.location(position)))
      }
      try refuseTag(scalar.tag, "tag:yaml.org,2002:str", at: position)
      let content = try node(value)
      if scalar.style == .plain, scalar.string == "<<" {
        merged += try self.merged(content)
      } else {
        let name = repeated.original(of: scalar.string)
        entries.append(ContextNode.Entry(name: name, position: position, value: content))
      }
    }
    guard !merged.isEmpty else { return entries }
    // What a map says itself is nearer than what it merges, and the first of the merged is nearer than the others.
    var names = Set(entries.map(\.name))
    return entries + merged.filter { names.insert($0.name).inserted }
  }

  private func merged(_ node: ContextNode) throws(ReadError) -> [ContextNode.Entry] {
    switch node.content {
    case .map(let entries): return entries
    case .list(let nodes):
      var all: [ContextNode.Entry] = []
      for node in nodes {
        guard case .map(let entries) = node.content else { throw wrongMerge(node) }
        all += entries
      }
      return all
    case .null, .boolean, .integer, .number, .text, .members: throw wrongMerge(node)
    }
  }

  private func wrongMerge(_ node: ContextNode) -> ReadError {
    ReadError(
      problem: .malformed(.yaml, "'<<' merges maps, and this is \(node.kind)", at: source.location(node.position)))
  }
}

/// What a scalar without quotes means: the core schema of YAML 1.2, in which `no` and `off` are text.
enum YAMLScalar {
  static func content(_ text: String) -> ContextNode.Content {
    // Most scalars are words, and a look at the first letter tells.
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
    guard text.utf8.allSatisfy({ isNumeric($0) }) else { return .text(text) }
    return NumberLiteral.content(text)
  }

  /// Whether a decimal number may have it: keeps out what `Double` reads besides, such as `0x1p3` and `infinity`.
  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

/// What Yams says when it cannot read a text.
struct YAMLFailure {
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  func problem(in source: SourceText) -> Problem {
    guard let error = error as? YamlError else { return .malformed(.yaml, "\(error)", at: source.location(.start)) }
    switch error {
    case .scanner(let context, let reason, let mark, _), .parser(let context, let reason, let mark, _),
      .composer(let context, let reason, let mark, _):
      return .malformed(.yaml, Self.words(context, reason), at: source.location(Position(mark.line, mark.column)))
    case .reader(let reason, _, let value, _):
      let place = Self.place(ofScalar: value, in: source)
      return .malformed(.yaml, reason, at: place)
    case .memory: return .tooDeep(at: source.location(.start))
    case .no, .writer, .emitter, .representer, .dataCouldNotBeDecoded, .duplicatedKeysInMapping:
      return .malformed(.yaml, "it cannot be read", at: source.location(.start))
    }
  }

  private static func words(_ context: YamlError.Context?, _ reason: String) -> String {
    guard let context, !context.text.isEmpty else { return reason }
    return "\(context.text), \(reason)"
  }

  /// Where a character stands that no YAML may have. Yams tells a place, too, but counts in letters of many scalars.
  private static func place(ofScalar value: Int32, in source: SourceText) -> SourceLocation {
    guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return source.location(.start) }
    let wanted = Array(String(Character(scalar)).utf8)
    let offset = source.bytes.indices.first { source.bytes[$0...].starts(with: wanted) }
    return source.location(ofByte: offset ?? 0)
  }
}
