import Wiring

/// Reads XML, as much of it as contexts are written in: elements, attributes, text, character references, CDATA sections,
/// comments and processing instructions (Extensible Markup Language 1.0, fifth edition). Document types and entities are
/// refused, so that a text means what stands in it.
///
/// Foundation's `XMLParser` does not tell where an attribute stands, and brings a library into every program that links
/// it, which costs each start, whether it reads XML or not; see docs/decisions/0030-readers-of-context-files.md.
struct XMLReader {
  private let format: ContextFormat
  private var cursor: XMLCursor
  /// The elements that are open, from the root.
  private var open: [XMLElementNode] = []
  private var root: XMLElementNode?

  private init(_ source: SourceText, as format: ContextFormat) {
    self.format = format
    cursor = XMLCursor(source, as: format)
  }

  /// Reads a text.
  ///
  /// - Throws: ``ReadError`` where it is not well-formed, or has what is refused.
  static func read(_ source: SourceText, as format: ContextFormat) throws(ReadError) -> XMLElementNode {
    var reader = XMLReader(source, as: format)
    try reader.cursor.takeDeclaration()
    while !reader.cursor.isAtEnd { try reader.step() }
    if let element = reader.open.last {
      throw reader.cursor.malformed("it ends before <\(element.name)> of line \(element.position.line) is closed")
    }
    guard let root = reader.root else { throw reader.cursor.malformed("there is no element") }
    return root
  }

  /// Reads one piece: a tag, or the text up to the next one.
  private mutating func step() throws(ReadError) {
    guard cursor.byte == UInt8(ascii: "<") else { return try text() }
    if cursor.take("<!--") {
      try cursor.takeComment()
    } else if cursor.take("<![CDATA[") {
      let content = try cursor.takeCDATA()
      guard !open.isEmpty else { throw cursor.malformed("text stands outside of the root element") }
      open[open.count - 1].text += content
    } else if cursor.starts("<!") {
      try cursor.takeDocumentType()
    } else if cursor.starts("<?") {
      try cursor.takeInstruction()
    } else if cursor.take("</") {
      try endTag()
    } else {
      try startTag()
    }
  }

  private mutating func text() throws(ReadError) {
    let start = cursor.position
    let content = try cursor.takeText()
    if open.isEmpty {
      guard content.utf8.allSatisfy({ $0 <= 0x20 }) else {
        throw cursor.malformed("text stands outside of the root element", at: start)
      }
    } else {
      open[open.count - 1].text += content
    }
  }

  private mutating func startTag() throws(ReadError) {
    let start = cursor.position
    if root != nil { throw cursor.malformed("a second root element") }
    cursor.advance()
    let name = try cursor.takeName()
    var attributes: [XMLElementNode.Attribute] = []
    while true {
      let hasSpace = cursor.skipSpace()
      if cursor.isAtEnd { throw cursor.malformed("it ends too early") }
      if cursor.byte == UInt8(ascii: ">") || cursor.starts("/>") { break }
      guard hasSpace else { throw cursor.malformed("a space is missing") }
      attributes.append(try attribute(after: attributes))
    }
    let isEmpty = cursor.take("/>")
    if !isEmpty { cursor.advance() }
    guard open.count < Limits.maximumDepth else { throw cursor.tooDeep(at: start) }
    open.append(
      XMLElementNode(name: name, position: start, attributes: attributes, contentPosition: cursor.position))
    if isEmpty { close() }
  }

  private mutating func attribute(
    after others: [XMLElementNode.Attribute]
  ) throws(ReadError) -> XMLElementNode.Attribute {
    let position = cursor.position
    let name = try cursor.takeName()
    if others.contains(where: { $0.name == name }) {
      throw cursor.malformed("the attribute '\(name)' stands there twice", at: position)
    }
    cursor.skipSpace()
    guard cursor.take("=") else { throw cursor.malformed("the attribute '\(name)' has no value") }
    cursor.skipSpace()
    let (value, start) = try cursor.takeAttributeValue(of: name)
    return XMLElementNode.Attribute(name: name, value: value, position: position, valuePosition: start)
  }

  private mutating func endTag() throws(ReadError) {
    let start = cursor.position
    let name = try cursor.takeName()
    cursor.skipSpace()
    guard cursor.take(">") else {
      throw cursor.malformed(cursor.isAtEnd ? "it ends too early" : "a '>' is missing")
    }
    guard let element = open.last else { throw cursor.malformed("</\(name)> ends nothing", at: start) }
    guard element.name == name else {
      throw cursor.malformed(
        "</\(name)> is another end than that of <\(element.name)> of line \(element.position.line)", at: start)
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
  }

  let name: String
  let position: Position
  let attributes: [Attribute]
  /// Where what is between its tags begins.
  let contentPosition: Position
  var children: [XMLElementNode] = []
  /// The text between its tags, without that of its children.
  var text = ""

  /// Whether there is text in it that somebody meant.
  var hasText: Bool { !text.utf8.allSatisfy { $0 <= 0x20 } }

  /// The text without the spaces around it.
  var trimmedText: String {
    var bytes = text.utf8[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(Substring(bytes))
  }

  subscript(attribute: String) -> Attribute? {
    attributes.first { $0.name == attribute }
  }
}
