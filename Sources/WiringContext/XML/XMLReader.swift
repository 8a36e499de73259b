import Wiring

/// A reader of the subset of XML 1.0 that contexts need: elements, attributes, text, character references, CDATA sections,
/// comments and processing instructions.
///
/// Document types and custom entities are rejected, so that a text cannot expand or refer to other files. Foundation's
/// `XMLParser` does not report the position of an attribute, and slows down the start of every program that links its
/// library; see docs/decisions/0030-readers-of-context-files.md.
struct XMLReader {
  private var cursor: TextCursor
  /// The open elements, from the root.
  private var open: [XMLElementNode] = []
  private var root: XMLElementNode?

  static func read(_ source: SourceText, as format: ContextFormat) throws(ReadError) -> XMLElementNode {
    var reader = XMLReader(cursor: TextCursor(source, as: format))
    try reader.cursor.skipDeclaration()
    while !reader.cursor.isAtEnd { try reader.step() }
    if let element = reader.open.last {
      throw reader.cursor.malformed("<\(element.name)> of line \(element.position.line) is not closed")
    }
    guard let root = reader.root else { throw reader.cursor.malformed("no root element") }
    return root
  }

  /// Reads one tag, comment or instruction, or the text up to the next one.
  private mutating func step() throws(ReadError) {
    if cursor.byte != UInt8(ascii: "<") {
      let start = cursor.position
      let text = try cursor.readText()
      if !open.isEmpty || text.utf8.contains(where: { $0 > 0x20 }) { try append(text, at: start) }
    } else if cursor.skip("<!--") {
      try cursor.skipComment()
    } else if cursor.skip("<![CDATA[") {
      let text = try cursor.readCDATA()
      try append(text, at: cursor.position)
    } else if cursor.starts(with: "<!") {
      try cursor.skipDocumentType()
    } else if cursor.starts(with: "<?") {
      try cursor.skipInstruction()
    } else if cursor.skip("</") {
      try endTag()
    } else {
      try startTag()
    }
  }

  private mutating func append(_ text: String, at position: Position) throws(ReadError) {
    guard !open.isEmpty else { throw cursor.malformed("text outside of the root element", at: position) }
    open[open.count - 1].text += text
  }

  private mutating func startTag() throws(ReadError) {
    let start = cursor.position
    if root != nil { throw cursor.malformed("second root element") }
    cursor.advance()
    let name = try cursor.readName()
    var attributes: [XMLElementNode.Attribute] = []
    var names: Set<String> = []
    while true {
      let hasSpace = cursor.skipSpace()
      if cursor.isAtEnd { throw cursor.malformed("unexpected end of file") }
      if cursor.byte == UInt8(ascii: ">") || cursor.starts(with: "/>") { break }
      guard hasSpace else { throw cursor.malformed("expected a space") }
      let attribute = try attribute()
      guard names.insert(attribute.name).inserted else {
        throw cursor.malformed("the attribute '\(attribute.name)' is written twice", at: attribute.position)
      }
      attributes.append(attribute)
    }
    let isEmpty = cursor.skip("/>")
    if !isEmpty { cursor.advance() }
    guard open.count < Limits.maximumDepth else { throw cursor.source.tooDeep(at: start) }
    open.append(
      XMLElementNode(name: name, position: start, attributes: attributes, contentPosition: cursor.position))
    if isEmpty { close() }
  }

  private mutating func attribute() throws(ReadError) -> XMLElementNode.Attribute {
    let position = cursor.position
    let name = try cursor.readName()
    cursor.skipSpace()
    guard cursor.skip("=") else { throw cursor.malformed("the attribute '\(name)' has no value") }
    cursor.skipSpace()
    let (value, start) = try cursor.readAttributeValue(of: name)
    return XMLElementNode.Attribute(name: name, value: value, position: position, valuePosition: start)
  }

  private mutating func endTag() throws(ReadError) {
    let start = cursor.position
    let name = try cursor.readName()
    cursor.skipSpace()
    guard cursor.skip(">") else {
      throw cursor.malformed(cursor.isAtEnd ? "unexpected end of file" : "expected '>'")
    }
    guard let element = open.last else { throw cursor.malformed("</\(name)> has no start tag", at: start) }
    guard element.name == name else {
      throw cursor.malformed(
        "</\(name)> does not close <\(element.name)> of line \(element.position.line)", at: start)
    }
    close()
  }

  private mutating func close() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }
}

/// An element of an XML text.
struct XMLElementNode {
  struct Attribute {
    let name: String
    let value: String
    let position: Position
    let valuePosition: Position

    /// Whether it names a schema.
    var isForEditors: Bool { name.hasPrefix("xmlns") || name.hasPrefix("xsi:") }
  }

  let name: String
  let position: Position
  let attributes: [Attribute]
  /// The position after the start tag.
  let contentPosition: Position
  var children: [XMLElementNode] = []
  /// The text of the element, without that of its children.
  var text = ""

  /// Whether the element has text other than white space.
  var hasText: Bool { !text.utf8.allSatisfy { $0 <= 0x20 } }

  /// The text without surrounding white space.
  var trimmedText: String {
    var bytes = text.utf8[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(Substring(bytes))
  }

  subscript(attribute: String) -> Attribute? {
    attributes.first { $0.name == attribute }
  }

  func children(named name: String) -> [XMLElementNode] {
    children.filter { $0.name == name }
  }
}
