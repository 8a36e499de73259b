/// Finds the tags of an XML text, for their places, and what is refused before the parser sees it.
///
/// Foundation's parser tells places, but only those behind a tag; whoever has misspelt an attribute wants to be shown the
/// attribute. Whether the text is well-formed is the parser's business: where something is odd, the scanner stops.
struct MarkupScanner {
  /// Where a tag stands.
  struct Tag {
    let position: Position
    let contentPosition: Position
    /// By their order.
    let attributes: [Attribute]
  }

  struct Attribute {
    let name: String
    let position: Position
    let valuePosition: Position
  }

  private let source: SourceText
  private let format: ContextFormat
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// The text for the parser: without the document type that property lists have.
  private(set) var text: [UInt8]
  /// The opening tags, in their order.
  private(set) var tags: [Tag] = []

  /// Looks at a text.
  ///
  /// - Throws: ``Refusal`` for a document type, an entity of one's own, or an encoding other than UTF-8.
  init(_ source: SourceText, as format: ContextFormat) throws(Refusal) {
    self.source = source
    self.format = format
    bytes = source.bytes
    text = bytes
    while try step() {}
  }

  private var position: Position { Position(line, index - lineStart + 1) }

  private func starts(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    // The first byte tells nearly always.
    return word.withUTF8Buffer { buffer in
      bytes[index] == buffer[0] && buffer.indices.allSatisfy { bytes[index + $0] == buffer[$0] }
    }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = index
      } else if byte.isContinuation {
        lineStart += 1
      }
    }
  }

  /// Goes behind a word; to the end when it does not come.
  private mutating func skip(behind word: StaticString) {
    while index < bytes.count, !starts(word) { advance() }
    advance(word.utf8CodeUnitCount)
  }

  /// Goes over one piece; returns whether there may be another.
  private mutating func step() throws(Refusal) -> Bool {
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: "<"): return try markup()
    case UInt8(ascii: "&"):
      try checkEntity()
      advance()
    default: advance()
    }
    return true
  }

  private mutating func markup() throws(Refusal) -> Bool {
    if starts("<!--") {
      skip(behind: "-->")
    } else if starts("<![CDATA[") {
      skip(behind: "]]>")
    } else if starts("<!") {
      try documentType()
    } else if starts("<?") {
      try instruction()
    } else if starts("</") {
      skip(behind: ">")
    } else {
      return try tag()
    }
    return true
  }

  // MARK: What is refused

  /// The document type: that of Apple's property lists, which every tool writes, is skipped unread; any other is refused.
  private mutating func documentType() throws(Refusal) {
    let (start, position) = (index, position)
    skip(behind: ">")
    let declaration = String(decoding: bytes[start..<index], as: UTF8.self)
    guard format == .propertyList, declaration.hasPrefix("<!DOCTYPE plist PUBLIC "), declaration.hasSuffix(">"),
      !declaration.contains("[")
    else { throw Refusal(problem: .documentType(format, at: source.location(position))) }
    for skipped in start..<index where text[skipped] > 0x20 { text[skipped] = UInt8(ascii: " ") }
  }

  private mutating func instruction() throws(Refusal) {
    let (start, position) = (index, position)
    skip(behind: "?>")
    let instruction = String(decoding: bytes[start..<index], as: UTF8.self)
    guard instruction.hasPrefix("<?xml "),
      let encoding = instruction.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.1,
      !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
    else { return }
    throw Refusal(problem: .encoding(String(encoding), at: source.location(position)))
  }

  private func checkEntity() throws(Refusal) {
    let name = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 && $0 != UInt8(ascii: "<") }.prefix(
      40)
    let word = String(decoding: name, as: UTF8.self)
    guard !word.hasPrefix("#"), !["amp", "lt", "gt", "quot", "apos"].contains(word) else { return }
    throw Refusal(problem: .entity(word, at: source.location(position)))
  }

  // MARK: Tags

  private mutating func tag() throws(Refusal) -> Bool {
    let start = position
    advance()
    skipName()
    var attributes: [Attribute] = []
    while true {
      skipSpace()
      guard index < bytes.count else { return false }
      if bytes[index] == UInt8(ascii: ">") || starts("/>") { break }
      guard let attribute = try attribute() else { return false }
      attributes.append(attribute)
    }
    skip(behind: ">")
    tags.append(Tag(position: start, contentPosition: position, attributes: attributes))
    return true
  }

  private mutating func attribute() throws(Refusal) -> Attribute? {
    let (start, position) = (index, position)
    skipName()
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    skipSpace()
    guard index < bytes.count, !name.isEmpty, bytes[index] == UInt8(ascii: "=") else { return nil }
    advance()
    skipSpace()
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    advance()
    let valuePosition = self.position
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == UInt8(ascii: "&") { try checkEntity() }
      advance()
    }
    advance()
    return Attribute(name: name, position: position, valuePosition: valuePosition)
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { advance() }
  }

  private mutating func skipName() {
    while index < bytes.count {
      switch bytes[index] {
      case 0...0x20, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        return
      default: advance()
      }
    }
  }
}
