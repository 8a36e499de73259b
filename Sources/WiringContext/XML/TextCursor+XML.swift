/// The tokens of XML.
extension TextCursor {
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
    let isControl = byte < 0x20 && !byte.isSpace
    let isNoncharacter =
      byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
    if isControl || isNoncharacter { throw malformed("invalid character") }
  }

  // MARK: Ignored markup

  /// Consumes the optional XML declaration, which must not name an encoding other than UTF-8 or ASCII.
  mutating func skipDeclaration() throws(ReadError) {
    guard starts(with: "<?xml"), index + 5 < bytes.count, bytes[index + 5].isSpace else { return }
    let position = position
    advance(5)
    let declaration = String(decoding: try read(upTo: "?>", missing: "unexpected end of file"), as: UTF8.self)
    guard let encoding = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.1,
      !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
    else { return }
    throw ReadError(
      "the encoding '\(encoding)' is not supported", at: source.location(position),
      fix: "save the file as UTF-8, and declare encoding=\"UTF-8\"")
  }

  mutating func skipInstruction() throws(ReadError) {
    if starts(with: "<?xml"), index + 5 < bytes.count,
      bytes[index + 5].isSpace || bytes[index + 5] == UInt8(ascii: "?")
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
    let position = position
    let declaration = String(decoding: read { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    if format == .propertyList, declaration.hasPrefix("<!DOCTYPE plist PUBLIC "), !declaration.contains("["), skip(">")
    {
      return
    }
    let standard = ", or use the standard one: <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" …>"
    throw ReadError(
      "a document type is not allowed, because it can define entities", at: source.location(position),
      fix: format == .propertyList ? "remove it" + standard : "remove it")
  }

  // MARK: Content

  /// Reads the name of an element, an attribute or an instruction. All characters beyond ASCII are accepted.
  mutating func readName() throws(ReadError) -> String {
    guard byte.isXMLNameByte(isFirst: true) else {
      throw malformed(isAtEnd ? "unexpected end of file" : "expected a name")
    }
    return String(decoding: read { $0.isXMLNameByte(isFirst: false) }, as: UTF8.self)
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
    var text: [UInt8] = []
    while !skip("]]>") {
      if isAtEnd { throw malformed("a CDATA section is not closed") }
      try readByte(into: &text)
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
      if !isReference, let last = value.last, value.count == count + 1, last.isSpace {
        value[count] = UInt8(ascii: " ")
      }
    }
    advance()
    return (String(decoding: value, as: UTF8.self), start)
  }

  /// Reads a byte, a line break or a reference.
  private mutating func readCharacter(into text: inout [UInt8]) throws(ReadError) {
    if byte == UInt8(ascii: "&") { try readReference(into: &text) } else { try readByte(into: &text) }
  }

  /// Reads a byte, or a line break, which is normalized to a line feed.
  private mutating func readByte(into text: inout [UInt8]) throws(ReadError) {
    if byte == UInt8(ascii: "\r") {
      advance()
      if byte != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    } else {
      try checkCharacter()
      text.append(byte)
      advance()
    }
  }

  private mutating func readReference(into output: inout [UInt8]) throws(ReadError) {
    let position = position
    let rest = bytes[(index + 1)...]
    let name = rest.prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 && $0 != UInt8(ascii: "<") }.prefix(40)
    let text = String(decoding: name, as: UTF8.self)
    guard !text.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") else {
      throw malformed("unescaped '&'; write it as &amp;", at: position)
    }
    guard let scalar = Self.scalar(text) else {
      if text.hasPrefix("#") { throw malformed("'&\(text);' is not a valid character", at: position) }
      throw ReadError(
        "the entity '&\(text);' is not supported", at: source.location(position),
        fix: "write &amp; for '&'; the others are &lt; &gt; &quot; &apos; and numbers such as &#xA0;")
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
  fileprivate func isXMLNameByte(isFirst: Bool) -> Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: isASCIILetterOrDigit || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
    }
  }
}
