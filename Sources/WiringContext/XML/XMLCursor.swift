import Wiring

/// A place in an XML text, and what can be taken from there.
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
    ReadError(problem: .malformed(format, reason, at: source.location(position ?? self.position)))
  }

  func tooDeep(at position: Position) -> ReadError {
    ReadError(problem: .tooDeep(at: source.location(position)))
  }

  // MARK: Going on

  func starts(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return word.withUTF8Buffer { buffer in
      // The first byte tells nearly always.
      bytes[index] == buffer[0] && buffer.indices.allSatisfy { bytes[index + $0] == buffer[$0] }
    }
  }

  /// Goes behind a word, if it comes next.
  mutating func take(_ word: StaticString) -> Bool {
    guard starts(word) else { return false }
    advance(word.utf8CodeUnitCount)
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

  /// Goes over spaces; returns whether there were some.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isXMLSpace { advance() }
    return index > start
  }

  /// Takes everything up to a word, and goes behind it.
  private mutating func take(upTo word: StaticString, missing reason: String) throws(ReadError) -> ArraySlice<UInt8> {
    let start = index
    while !starts(word) {
      if isAtEnd { throw malformed(reason) }
      try checkCharacter()
      advance()
    }
    defer { advance(word.utf8CodeUnitCount) }
    return bytes[start..<index]
  }

  /// Control characters cannot be written in XML 1.0, nor can the two that are none.
  private func checkCharacter() throws(ReadError) {
    let byte = bytes[index]
    let isControl = byte < 0x20 && !byte.isXMLSpace
    let isNone =
      byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
    if isControl || isNone { throw malformed("a character is not allowed") }
  }

  // MARK: What is passed over

  /// Takes the declaration that a text may begin with.
  mutating func takeDeclaration() throws(ReadError) {
    guard starts("<?xml"), index + 5 < bytes.count, bytes[index + 5].isXMLSpace else { return }
    let position = position
    advance(5)
    let declaration = String(decoding: try take(upTo: "?>", missing: "it ends too early"), as: UTF8.self)
    guard let encoding = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.1,
      !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
    else { return }
    throw ReadError(problem: .encoding(String(encoding), at: source.location(position)))
  }

  mutating func takeInstruction() throws(ReadError) {
    if starts("<?xml"), index + 5 < bytes.count, bytes[index + 5].isXMLSpace || bytes[index + 5] == UInt8(ascii: "?")
    {
      throw malformed("'<?xml' stands at the beginning alone")
    }
    advance(2)
    _ = try takeName()
    _ = try take(upTo: "?>", missing: "it ends too early")
  }

  /// Takes a comment that has begun.
  mutating func takeComment() throws(ReadError) {
    _ = try take(upTo: "--", missing: "it ends before a comment does")
    guard take(">") else {
      let dashes = Position(Int(position.line), Int(position.column) - 2)
      throw malformed("a comment has '--' in it", at: dashes)
    }
  }

  /// Takes the document type of Apple's property lists, which every tool writes, unread; any other is refused.
  mutating func takeDocumentType() throws(ReadError) {
    let (start, position) = (index, position)
    while !isAtEnd, byte != UInt8(ascii: ">") { advance() }
    advance()
    let declaration = String(decoding: bytes[start..<index], as: UTF8.self)
    guard format == .propertyList, declaration.hasPrefix("<!DOCTYPE plist PUBLIC "), declaration.hasSuffix(">"),
      !declaration.contains("[")
    else { throw ReadError(problem: .documentType(format, at: source.location(position))) }
  }

  // MARK: What is read

  /// Takes the name of an element, an attribute or an instruction. Any letter beyond ASCII may be in one.
  mutating func takeName() throws(ReadError) -> String {
    let start = index
    while index < bytes.count, bytes[index].isXMLNameByte(isFirst: index == start) { advance() }
    guard index > start else { throw malformed(isAtEnd ? "it ends too early" : "a name is missing") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Takes text up to the next tag.
  mutating func takeText() throws(ReadError) -> String {
    var text: [UInt8] = []
    while !isAtEnd, byte != UInt8(ascii: "<") {
      if starts("]]>") { throw malformed("']]>' ends nothing; write it as ]]&gt;") }
      try takeCharacter(into: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes a CDATA section that has begun.
  mutating func takeCDATA() throws(ReadError) -> String {
    let content = try take(upTo: "]]>", missing: "it ends before a CDATA section does")
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    for (offset, byte) in zip(content.indices, content)
    where byte != UInt8(ascii: "\r") || !content.hasLineFeed(behind: offset) {
      text.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes an attribute's value with its quotes.
  ///
  /// - Returns: The value, and where it begins.
  mutating func takeAttributeValue(of name: String) throws(ReadError) -> (value: String, start: Position) {
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw malformed(isAtEnd ? "it ends too early" : "the value of '\(name)' has no quotes")
    }
    advance()
    let start = position
    var value: [UInt8] = []
    while byte != quote {
      if isAtEnd { throw malformed("it ends too early") }
      if byte == UInt8(ascii: "<") { throw malformed("the value of '\(name)' has a '<'; write it as &lt;") }
      let written = value.count
      let isReference = byte == UInt8(ascii: "&")
      try takeCharacter(into: &value)
      // A line's end in a value is a space, unless it was written as a reference.
      if !isReference, let last = value.last, value.count == written + 1, last.isXMLSpace {
        value[written] = UInt8(ascii: " ")
      }
    }
    advance()
    return (String(decoding: value, as: UTF8.self), start)
  }

  /// Takes one byte, a line's end, or a reference.
  private mutating func takeCharacter(into text: inout [UInt8]) throws(ReadError) {
    switch byte {
    case UInt8(ascii: "&"):
      try takeReference(into: &text)
    case UInt8(ascii: "\r"):
      advance()
      // One end of a line, however it is written.
      if byte != UInt8(ascii: "\n") || isAtEnd { text.append(UInt8(ascii: "\n")) }
    default:
      try checkCharacter()
      text.append(byte)
      advance()
    }
  }

  private mutating func takeReference(into text: inout [UInt8]) throws(ReadError) {
    let position = position
    let name = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 && $0 != UInt8(ascii: "<") }.prefix(
      40)
    let word = String(decoding: name, as: UTF8.self)
    let isEnded = name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
    guard isEnded, let scalar = Self.scalar(word) else {
      if isEnded, !word.hasPrefix("#"), !word.isEmpty {
        throw ReadError(problem: .entity(word, at: source.location(position)))
      }
      throw malformed(
        word.hasPrefix("#") && isEnded ? "'&\(word);' is no character" : "a '&' stands alone; write it as &amp;",
        at: position)
    }
    text += UTF8.encode(scalar).map(Array.init) ?? []
    advance(name.count + 2)
  }

  /// The character of a reference's name, without `&` and `;`.
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
  /// Whether it is one of the four that XML calls space.
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
  fileprivate func hasLineFeed(behind offset: Int) -> Bool {
    offset + 1 < endIndex && self[offset + 1] == UInt8(ascii: "\n")
  }
}
