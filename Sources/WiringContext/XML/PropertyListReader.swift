/// Reads property lists in their XML form.
struct PropertyListReader {
  private let source: SourceText

  /// Reads a text.
  static func read(_ source: SourceText) throws(ReadError) -> ContextNode {
    let root = try XMLReader.read(source, as: .propertyList)
    let reader = PropertyListReader(source: source)
    guard root.name == "plist" else { throw reader.syntaxError("the outermost element is <plist>", at: root) }
    guard root.children.count == 1, !root.hasText else { throw reader.syntaxError("<plist> has one element", at: root) }
    return try reader.node(root.children[0])
  }

  private func syntaxError(_ reason: String, at element: XMLElementNode) -> ReadError {
    ReadError(problem: .malformed(.propertyList, reason, at: source.location(element.position)))
  }

  private func node(_ element: XMLElementNode) throws(ReadError) -> ContextNode {
    switch element.name {
    case "dict": return ContextNode(.map(try entries(element)), at: element.position)
    case "array":
      guard !element.hasText else { throw syntaxError("<array> has elements alone", at: element) }
      var elements: [ContextNode] = []
      for child in element.children { elements.append(try node(child)) }
      return ContextNode(.list(elements), at: element.position)
    case "string", "integer", "real", "true", "false", "date":
      guard let child = element.children.first else {
        return ContextNode(content(element), at: element.contentPosition)
      }
      throw syntaxError("<\(element.name)> has no elements in it", at: child)
    default:
      let reason =
        element.name == "data" ? "<data> is not read; write a <string>" : "<\(element.name)> is no element of it"
      throw syntaxError(reason, at: element)
    }
  }

  private func content(_ element: XMLElementNode) -> ContextNode.Content {
    switch element.name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "integer", "real": NumberLiteral.content(element.trimmedText)
    case "date": .text(element.trimmedText)
    default: .text(element.text)
    }
  }

  private func entries(_ element: XMLElementNode) throws(ReadError) -> [ContextNode.Entry] {
    guard !element.hasText else { throw syntaxError("<dict> has elements alone", at: element) }
    var entries: [ContextNode.Entry] = []
    entries.reserveCapacity(element.children.count / 2)
    var children = element.children.makeIterator()
    while let key = children.next() {
      guard key.name == "key", key.children.isEmpty else { throw syntaxError("a <key> is missing", at: key) }
      guard let value = children.next() else { throw syntaxError("a <key> has no value", at: key) }
      entries.append(ContextNode.Entry(name: key.text, position: key.contentPosition, value: try node(value)))
    }
    return entries
  }
}
