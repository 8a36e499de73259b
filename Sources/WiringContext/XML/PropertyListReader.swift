/// A reader of property lists in XML form.
struct PropertyListReader {
  private let source: SourceText

  static func read(_ source: SourceText) throws(ReadError) -> ContextNode {
    let root = try XMLReader.read(source, as: .propertyList)
    let reader = PropertyListReader(source: source)
    guard root.name == "plist" else { throw reader.malformed("the root element must be <plist>", at: root) }
    guard root.children.count == 1, !root.hasText else {
      throw reader.malformed("<plist> must have one element", at: root)
    }
    return try reader.node(root.children[0])
  }

  private func malformed(_ reason: String, at element: XMLElementNode) -> ReadError {
    source.malformed(.propertyList, reason, at: element.position)
  }

  private func node(_ element: XMLElementNode) throws(ReadError) -> ContextNode {
    switch element.name {
    case "dict": return ContextNode(.map(try entries(element)), at: element.position)
    case "array":
      guard !element.hasText else { throw malformed("<array> cannot contain text", at: element) }
      let elements = try element.children.map { child throws(ReadError) in try node(child) }
      return ContextNode(.list(elements), at: element.position)
    case "string": return try leaf(element, .text(element.text))
    case "date": return try leaf(element, .text(element.trimmedText))
    case "integer", "real": return try leaf(element, NumberLiteral.content(element.trimmedText))
    case "true": return try leaf(element, .boolean(true))
    case "false": return try leaf(element, .boolean(false))
    case "data": throw malformed("<data> is not supported; write a <string>", at: element)
    default: throw malformed("unknown element <\(element.name)>", at: element)
    }
  }

  private func leaf(_ element: XMLElementNode, _ content: ContextNode.Content) throws(ReadError) -> ContextNode {
    if let child = element.children.first { throw malformed("<\(element.name)> cannot contain elements", at: child) }
    return ContextNode(content, at: element.contentPosition)
  }

  private func entries(_ element: XMLElementNode) throws(ReadError) -> [ContextNode.Entry] {
    guard !element.hasText else { throw malformed("<dict> cannot contain text", at: element) }
    var entries: [ContextNode.Entry] = []
    entries.reserveCapacity(element.children.count / 2)
    var children = element.children.makeIterator()
    while let key = children.next() {
      guard key.name == "key", key.children.isEmpty else { throw malformed("expected a <key>", at: key) }
      guard let value = children.next() else { throw malformed("a <key> has no value", at: key) }
      entries.append(ContextNode.Entry(name: key.text, position: key.contentPosition, value: try node(value)))
    }
    return entries
  }
}
