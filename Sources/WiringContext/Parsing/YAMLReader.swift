import Yams

/// Reads YAML by Yams, with the place of each key and value.
///
/// Yams gives a tree in which an alias is the value it stands for, once more; so a text of a few lines can unfold into more
/// than any memory holds. The tree is therefore not walked further than the text is long, and some.
struct YAMLReader {
  private let source: SourceText
  private let repeated: YAMLRepeatedKeys
  /// How many values may still be read.
  private var budget: Int
  private var depth = 0

  /// Reads a text.
  static func read(_ source: SourceText) throws(Refusal) -> ContextNode {
    let text = String(decoding: source.bytes, as: UTF8.self)
    guard !YAMLAliases.mayUnfoldInKeys(source.bytes) else { throw Refusal(problem: .aliasInKey(source.path)) }
    var repeated = YAMLRepeatedKeys(text)
    guard let root = try tree(source, &repeated) else { return ContextNode(.null, at: .start) }
    var reader = YAMLReader(source: source, repeated: repeated, budget: source.bytes.count + Limits.unfolded)
    return try reader.node(root)
  }

  private static func tree(_ source: SourceText, _ repeated: inout YAMLRepeatedKeys) throws(Refusal) -> Node? {
    while true {
      do throws(any Error) {
        // Without rules: what a plain scalar means is decided here, and rules cost more than all the rest.
        return try Parser(yaml: repeated.text, resolver: .basic, encoding: .utf8).singleRoot()
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let position = Position(context.mark.line, context.mark.column)
        guard repeated.rename(names.first ?? "", at: position) else {
          throw Refusal(problem: .repeatedName(names.first ?? "", at: [source.location(position)]))
        }
      } catch {
        throw Refusal(problem: YAMLFailure(error).problem(in: source))
      }
    }
  }

  private mutating func node(_ node: Node) throws(Refusal) -> ContextNode {
    budget -= 1
    guard budget >= 0 else { throw Refusal(problem: .unfoldsWithoutEnd(at: source.location(Self.position(node)))) }
    guard depth < Limits.depth else { throw Refusal(problem: .tooDeep(at: source.location(Self.position(node)))) }
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

  private func refuseTag(_ tag: Tag, _ usual: String, at position: Position) throws(Refusal) {
    let name = tag.description
    guard name.isEmpty || name == usual else { throw Refusal(problem: .tag(name, at: source.location(position))) }
  }

  private func scalar(_ scalar: Node.Scalar) throws(Refusal) -> ContextNode {
    let position = scalar.mark.map { Position($0.line, $0.column) } ?? .start
    try refuseTag(scalar.tag, "tag:yaml.org,2002:str", at: position)
    let isPlain = scalar.style == .plain && scalar.tag.description.isEmpty
    return ContextNode(isPlain ? YAMLScalar.content(scalar.string) : .text(scalar.string), at: position)
  }

  // MARK: Maps

  private mutating func entries(_ mapping: Node.Mapping) throws(Refusal) -> [ContextNode.Entry] {
    var entries: [ContextNode.Entry] = []
    entries.reserveCapacity(mapping.count)
    var merged: [ContextNode.Entry] = []
    for (key, value) in mapping {
      let position = Self.position(key)
      guard case .scalar(let scalar) = key else {
        throw Refusal(problem: .malformed(.yaml, "a key is no text", at: source.location(position)))
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

  private func merged(_ node: ContextNode) throws(Refusal) -> [ContextNode.Entry] {
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

  private func wrongMerge(_ node: ContextNode) -> Refusal {
    Refusal(
      problem: .malformed(.yaml, "'<<' merges maps, and this is \(node.kind)", at: source.location(node.position)))
  }
}
