import Wiring

/// A position in an XML text, with functions that consume tokens.
struct XMLCursor {
  private let source: SourceText
  private let format: ContextFormat
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  init(_ source: SourceText, as format: ContextFormat) {
    self.source = source
    self.format = format
    bytes = source.bytes
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// The next byte; 0 at the end.
  var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  var position: Position { Position(line, index - lineStart + 1) }

  func malformed(_ reason: String, at position: Position? = nil) -> ReadError {
    ReadError(.malformed(format, reason, at: source.location(position ?? self.position)))
  }

  func tooDeep(at position: Position) -> ReadError {
    ReadError(.tooDeep(at: source.location(position)))
  }

  // MARK: Advancing

  func starts(with token: StaticString) -> Bool {
    let count = token.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return token.withUTF8Buffer { buffer in
      // The first byte nearly always differs.
      bytes[index] == buffer[0] && buffer.indices.allSatisfy { bytes[index + $0] == buffer[$0] }
    }
  }

  /// Consumes a token if it is next.
  mutating func skip(_ token: StaticString) -> Bool {
    guard starts(with: token) else { return false }
    advance(token.utf8CodeUnitCount)
    return true
  }

  mutating func advance(_ count: Int = 1) {
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

  /// Consumes white space; returns whether there was any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isXMLSpace { advance() }
    return index > start
  }

  /// Consumes a token and all text before it, which it returns.
  private mutating func read(upTo token: StaticString, missing reason: String) throws(ReadError) -> ArraySlice<UInt8> {
    let start = index
    while !starts(with: token) {
      if isAtEnd { throw malformed(reason) }
      try checkCharacter()
      advance()
    }
    defer { advance(token.utf8CodeUnitCount) }
    return bytes[start..<index]
  }

  /// Rejects the characters that XML 1.0 does not allow: control characters, U+FFFE and U+FFFF.
  private func checkCharacter() throws(ReadError) {
    let byte = bytes[index]
    let isControl = byte < 0x20 && !byte.isXMLSpace
    let isNoncharacter =
      byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
    if isControl || isNoncharacter { throw malformed("invalid character") }
  }

  // MARK: Ignored markup

  /// Consumes the optional XML declaration, which must not name an encoding other than UTF-8 or ASCII.
  mutating func skipDeclaration() throws(ReadError) {
    guard starts(with: "<?xml"), index + 5 < bytes.count, bytes[index + 5].isXMLSpace else { return }
    let position = position
    advance(5)
    let declaration = String(decoding: try read(upTo: "?>", missing: "unexpected end of file"), as: UTF8.self)
    guard let encoding = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.1,
      !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
    else { return }
    throw ReadError(.encoding(String(encoding), at: source.location(position)))
  }

  mutating func skipInstruction() throws(ReadError) {
    if starts(with: "<?xml"), index + 5 < bytes.count,
      bytes[index + 5].isXMLSpace || bytes[index + 5] == UInt8(ascii: "?")
    {
      throw malformed("'<?xml' is allowed only at the beginning")
    }
    advance(2)
    _ = try readName()
    _ = try read(upTo: "?>", missing: "unexpected end of file")
  }

  /// Consumes a comment after its start.
  mutating func skipComment() throws(ReadError) {
    _ = try read(upTo: "--", missing: "a comment is not closed")
    guard skip(">") else {
      let dashes = Position(Int(position.line), Int(position.column) - 2)
      throw malformed("'--' is not allowed in a comment", at: dashes)
    }
  }

  /// Consumes the document type of Apple's property lists, which every tool writes, and rejects any other.
  mutating func skipDocumentType() throws(ReadError) {
    let (start, position) = (index, position)
    while !isAtEnd, byte != UInt8(ascii: ">") { advance() }
    advance()
    let declaration = String(decoding: bytes[start..<index], as: UTF8.self)
    guard format == .propertyList, declaration.hasPrefix("<!DOCTYPE plist PUBLIC "), declaration.hasSuffix(">"),
      !declaration.contains("[")
    else { throw ReadError(.documentType(format, at: source.location(position))) }
  }

  // MARK: Content

  /// Reads the name of an element, an attribute or an instruction. All characters beyond ASCII are accepted.
  mutating func readName() throws(ReadError) -> String {
    let start = index
    while index < bytes.count, bytes[index].isXMLNameByte(isFirst: index == start) { advance() }
    guard index > start else { throw malformed(isAtEnd ? "unexpected end of file" : "expected a name") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads text up to the next tag.
  mutating func readText() throws(ReadError) -> String {
    var text: [UInt8] = []
    while !isAtEnd, byte != UInt8(ascii: "<") {
      if starts(with: "]]>") { throw malformed("']]>' is not allowed in text; write it as ]]&gt;") }
      try readCharacter(into: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a CDATA section after its start.
  mutating func readCDATA() throws(ReadError) -> String {
    let content = try read(upTo: "]]>", missing: "a CDATA section is not closed")
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    for (offset, byte) in zip(content.indices, content)
    where byte != UInt8(ascii: "\r") || !content.hasLineFeed(after: offset) {
      text.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads an attribute's value in quotes.
  ///
  /// - Returns: The value, and its position after the quote.
  mutating func readAttributeValue(of name: String) throws(ReadError) -> (value: String, start: Position) {
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw malformed(isAtEnd ? "unexpected end of file" : "the value of '\(name)' has no quotes")
    }
    advance()
    let start = position
    var value: [UInt8] = []
    while byte != quote {
      if isAtEnd { throw malformed("unexpected end of file") }
      if byte == UInt8(ascii: "<") { throw malformed("the value of '\(name)' contains '<'; write it as &lt;") }
      let count = value.count
      let isReference = byte == UInt8(ascii: "&")
      try readCharacter(into: &value)
      // White space in a value is normalized to spaces, unless it is written as a reference.
      if !isReference, let last = value.last, value.count == count + 1, last.isXMLSpace {
        value[count] = UInt8(ascii: " ")
      }
    }
    advance()
    return (String(decoding: value, as: UTF8.self), start)
  }

  /// Reads one byte, a line break, or a reference.
  private mutating func readCharacter(into text: inout [UInt8]) throws(ReadError) {
    switch byte {
    case UInt8(ascii: "&"):
      try readReference(into: &text)
    case UInt8(ascii: "\r"):
      advance()
      // All line breaks are normalized to a line feed.
      if byte != UInt8(ascii: "\n") || isAtEnd { text.append(UInt8(ascii: "\n")) }
    default:
      try checkCharacter()
      text.append(byte)
      advance()
    }
  }

  private mutating func readReference(into output: inout [UInt8]) throws(ReadError) {
    let position = position
    let name = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 && $0 != UInt8(ascii: "<") }.prefix(
      40)
    let text = String(decoding: name, as: UTF8.self)
    let isEnded = name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
    guard isEnded, let scalar = Self.scalar(text) else {
      if isEnded, !text.hasPrefix("#"), !text.isEmpty {
        throw ReadError(.entity(text, at: source.location(position)))
      }
      throw malformed(
        text.hasPrefix("#") && isEnded ? "'&\(text);' is not a valid character" : "unescaped '&'; write it as &amp;",
        at: position)
    }
    output += UTF8.encode(scalar).map(Array.init) ?? []
    advance(name.count + 2)
  }

  /// Returns the character of a reference, given without `&` and `;`.
  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    else { return nil }
    let isControl = scalar.value < 0x20 && ![0x9, 0xA, 0xD].contains(scalar.value)
    return isControl || scalar.value == 0xFFFE || scalar.value == 0xFFFF ? nil : scalar
  }
}

extension UInt8 {
  /// Whether the byte is white space in XML.
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x9 || self == 0xA || self == 0xD }

  fileprivate func isXMLNameByte(isFirst: Bool) -> Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), 0x80...:
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasLineFeed(after offset: Int) -> Bool {
    offset + 1 < endIndex && self[offset + 1] == UInt8(ascii: "\n")
  }
}
