import NotesDomain

/// A reader of XML that returns one event after another, and keeps only a piece of the document in memory.
///
/// It reads what Evernote writes: elements, attributes, text, CDATA sections, and the named characters of HTML. It never
/// opens another file, and refuses a document that declares a document type of its own, and with it entities. Characters
/// that XML forbids are left out, since they would make all notes after them unreadable.
struct XMLEventReader {
  /// Whether the last piece of text ended with a carriage return, to which a line feed may belong.
  private var endsWithReturn = false
  enum Event {
    case start(name: String, attributes: [String: String])
    case end(name: String)
    /// A piece of text, of at most 128 KiB. It may end inside of a character.
    case text([UInt8])
  }

  /// An error with the line of the document.
  struct Malformed: Error {
    let line: Int
    let detail: String
  }

  /// The maximum number of open elements.
  private static let maximumDepth = 10_000
  /// The maximum number of bytes in a tag. Attributes can contain images.
  private static let maximumTagBytes = 8 << 20

  private var bytes: XMLByteCursor
  /// The names of the open elements.
  private var open: [String] = []
  /// The end of an element without content.
  private var pendingEnd: String?
  private var isInCDATA = false
  private var hasRoot = false

  /// Reads a document in pieces.
  ///
  /// - Parameter read: Returns the bytes at an offset: an empty array at the end.
  init(read: @escaping (Int) throws -> [UInt8]) throws {
    bytes = XMLByteCursor(read: read)
    try skipByteOrderMark()
  }

  /// Reads a document in memory.
  init(_ document: [UInt8]) throws {
    try self.init { $0 == 0 ? document : [] }
  }

  /// The line of the next event, from 1.
  var line: Int { bytes.line }

  /// Returns the next event; `nil` after the end of the outermost element.
  mutating func next() throws -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      open.removeLast()
      return .end(name: name)
    }
    while true {
      if isInCDATA {
        if let text = try cdata() { return .text(text) }
        continue
      }
      if hasRoot, open.isEmpty { return nil }
      guard let byte = try bytes.peek() else {
        throw malformed(open.last.map { "the document ends inside of <\($0)>" } ?? "the document is empty")
      }
      if byte != UInt8(ascii: "<") {
        if let text = try text() { return .text(text) }
      } else if let event = try markup() {
        return event
      }
    }
  }

  /// Continues after an error: skips to the next start tag of a name, whose parent is the outermost element.
  ///
  /// Returns whether there is one.
  mutating func recover(at name: String) throws -> Bool {
    (pendingEnd, isInCDATA) = (nil, false)
    let tag = Array("<\(name)".utf8)
    while try bytes.skip(to: tag) {
      let next = try bytes.peek(at: tag.count)
      if next == UInt8(ascii: ">") || next.map(Self.isSpace) == true {
        open = Array(open.prefix(1))
        return hasRoot
      }
      try bytes.skip(tag.count)
    }
    return false
  }

  func malformed(_ detail: String) -> Malformed { Malformed(line: line, detail: detail) }

  // MARK: Text

  private mutating func text() throws -> [UInt8]? {
    var text: [UInt8] = []
    while text.count < XMLByteCursor.pieceBytes, let byte = try bytes.peek(), byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "&") {
        text += try reference()
      } else {
        text += try bytes.take { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
      }
    }
    // Outside of the elements there is only white space.
    return open.isEmpty ? nil : normalized(text)
  }

  /// Reads a piece of a CDATA section; `nil` at its end.
  private mutating func cdata() throws -> [UInt8]? {
    let text = try bytes.take { $0 != UInt8(ascii: "]") }
    if !text.isEmpty { return normalized(text) }
    // Some versions of Evernote write `]]>` in a content like this.
    if try bytes.skip("]]<![CDATA[>]]>") { return Array("]]>".utf8) }
    if try bytes.skip("]]>") {
      isInCDATA = false
      return nil
    }
    guard try bytes.peek() != nil else { throw malformed("the document ends inside of a CDATA section") }
    try bytes.skip(1)
    return [UInt8(ascii: "]")]
  }

  /// Reads `&amp;`, `&#160;`, `&#xA0;` or `&nbsp;`. Anything else is text.
  private mutating func reference() throws -> [UInt8] {
    var length = 1
    while length < 34, let byte = try bytes.peek(at: length), byte.isAlphanumeric || byte == UInt8(ascii: "#") {
      length += 1
    }
    let reference = try bytes.peek(count: length + 1)
    guard reference.last == UInt8(ascii: ";"), let scalar = HTMLEntities.scalar(of: reference.dropFirst().dropLast())
    else {
      try bytes.skip(1)
      return [UInt8(ascii: "&")]
    }
    try bytes.skip(length + 1)
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: Markup

  /// Reads a tag; `nil` for markup without an event.
  private mutating func markup() throws -> Event? {
    endsWithReturn = false
    if try bytes.skip("<!--") { return try skip(past: "-->", "a comment") }
    if try bytes.skip("<![CDATA[") {
      guard !open.isEmpty else { throw malformed("a CDATA section is outside of the elements") }
      isInCDATA = true
      return nil
    }
    if try bytes.skip("<?") { return try instruction() }
    if try bytes.skip("<!") { return try documentType() }
    if try bytes.skip("</") { return try endTag() }
    try bytes.skip(1)
    return try startTag()
  }

  private mutating func skip(past mark: String, _ what: String) throws -> Event? {
    guard try bytes.skip(to: Array(mark.utf8)) else { throw malformed("the document ends inside of \(what)") }
    try bytes.skip(mark.utf8.count)
    return nil
  }

  /// Skips a processing instruction. The encoding that the first one names must be UTF-8.
  private mutating func instruction() throws -> Event? {
    let isDeclaration = try bytes.skip("xml ")
    let content = try bytes.token { $0 != UInt8(ascii: ">") }
    if isDeclaration {
      let text = String(decoding: content, as: UTF8.self).lowercased()
      if text.contains("encoding"), !text.contains("utf-8"), !text.contains("us-ascii") {
        throw malformed("the encoding must be UTF-8")
      }
    }
    guard try bytes.skip(">") else { throw malformed("a processing instruction is too long") }
    return nil
  }

  /// Skips a document type that is only named.
  private mutating func documentType() throws -> Event? {
    guard try bytes.skip("DOCTYPE"), !hasRoot else { throw malformed("unexpected '<!'") }
    var quote: UInt8?
    while let byte = try bytes.peek() {
      try bytes.skip(1)
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw malformed("a document type with declarations of its own is not accepted")
      } else if byte == UInt8(ascii: ">") {
        return nil
      }
    }
    throw malformed("the document ends inside of the document type")
  }

  private mutating func startTag() throws -> Event {
    guard !hasRoot || !open.isEmpty else { throw malformed("there is more than one outermost element") }
    guard open.count < Self.maximumDepth else { throw malformed("the elements are nested too deeply") }
    let start = bytes.offset
    let name = try self.name()
    var attributes: [String: String] = [:]
    while true {
      try skipSpace()
      if try bytes.skip("/>") {
        pendingEnd = name
        break
      }
      if try bytes.skip(">") { break }
      guard try bytes.peek() != nil else { throw malformed("the document ends inside of <\(name)>") }
      let attribute = try self.name()
      try skipSpace()
      guard try bytes.skip("=") else { throw malformed("the attribute '\(attribute)' has no value") }
      try skipSpace()
      attributes[attribute] = try value(of: attribute)
      guard bytes.offset - start <= Self.maximumTagBytes else { throw malformed("the tag <\(name)> is too long") }
    }
    hasRoot = true
    open.append(name)
    return .start(name: name, attributes: attributes)
  }

  private mutating func endTag() throws -> Event {
    let name = try self.name()
    try skipSpace()
    guard try bytes.skip(">") else { throw malformed("expected '>' after '</\(name)'") }
    guard let last = open.last else { throw malformed("</\(name)> has no start tag") }
    guard last == name else { throw malformed("</\(name)> does not close <\(last)>") }
    open.removeLast()
    return .end(name: name)
  }

  private mutating func name() throws -> String {
    let name = try bytes.token { $0 > 0x20 && !"<>/=\"'&".utf8.contains($0) }
    guard 1...XMLByteCursor.maximumTokenBytes ~= name.count else {
      throw malformed(name.isEmpty ? "expected a name" : "a name is too long")
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func value(of attribute: String) throws -> String {
    guard let quote = try bytes.peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw malformed("the value of '\(attribute)' is not in quotation marks")
    }
    try bytes.skip(1)
    var value: [UInt8] = []
    while true {
      value += try bytes.take { $0 != quote && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
      guard value.count <= Self.maximumTagBytes else { throw malformed("the value of '\(attribute)' is too long") }
      switch try bytes.peek() {
      case quote:
        try bytes.skip(1)
        endsWithReturn = false
        return String(decoding: normalized(value), as: UTF8.self)
      case UInt8(ascii: "&"): value += try reference()
      case nil: throw malformed("the document ends inside of the value of '\(attribute)'")
      case UInt8(ascii: "<"): throw malformed("the value of '\(attribute)' contains '<'")
      // The rest of a long value.
      default: continue
      }
    }
  }

  private mutating func skipSpace() throws {
    while let byte = try bytes.peek(), Self.isSpace(byte) { try bytes.skip(1) }
  }

  private mutating func skipByteOrderMark() throws {
    let start = try bytes.peek(count: 3)
    if start == [0xEF, 0xBB, 0xBF] { return try bytes.skip(3) }
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) || start.contains(0) {
      throw malformed("the encoding must be UTF-8")
    }
  }

  /// Returns a piece of text without the control characters that XML forbids, and with each line break as a line feed: XML 1.0,
  /// section 2.11. A carriage return and its line feed may be in two pieces.
  private mutating func normalized(_ text: [UInt8]) -> [UInt8] {
    let isPlain = { (byte: UInt8) in byte >= 0x20 || byte == 0x09 || byte == 0x0A }
    guard !text.allSatisfy(isPlain) || endsWithReturn else { return text }
    var result: [UInt8] = []
    for byte in text {
      if byte == 0x0D || byte == 0x0A && !endsWithReturn {
        result.append(0x0A)
      } else if byte != 0x0A, isPlain(byte) {
        result.append(byte)
      }
      endsWithReturn = byte == 0x0D
    }
    return result
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}
