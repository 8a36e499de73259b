/// A reader of JSON (RFC 8259) with the position of each key and value.
///
/// Foundation and swift-configuration parse JSON without positions, and a message without line and column is of little use
/// in a file of a thousand lines. Members retain their order, duplicates included. Nesting is limited to
/// ``Limits/maximumDepth``.
struct JSONReader {
  private var cursor: TextCursor
  private var depth = 0

  static func read(_ source: SourceText) throws(ReadError) -> ContextNode {
    var reader = JSONReader(cursor: TextCursor(source, as: .json))
    let node = try reader.value()
    reader.cursor.skipSpace()
    guard reader.cursor.isAtEnd else { throw reader.syntaxError("unexpected text after the value") }
    return node
  }

  private func syntaxError(_ reason: String) -> ReadError {
    cursor.malformed(cursor.isAtEnd ? "unexpected end of file" : reason)
  }

  private mutating func value() throws(ReadError) -> ContextNode {
    cursor.skipSpace()
    let position = cursor.position
    switch cursor.byte {
    case UInt8(ascii: "{"): return ContextNode(.map(try object()), at: position)
    case UInt8(ascii: "["): return ContextNode(.list(try array()), at: position)
    case UInt8(ascii: "\""): return ContextNode(.text(try string()), at: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return ContextNode(try number(), at: position)
    case _ where cursor.skip("true"): return ContextNode(.boolean(true), at: position)
    case _ where cursor.skip("false"): return ContextNode(.boolean(false), at: position)
    case _ where cursor.skip("null"): return ContextNode(.null, at: position)
    default: throw syntaxError("expected a value")
    }
  }

  private mutating func descend() throws(ReadError) {
    depth += 1
    guard depth <= Limits.maximumDepth else { throw cursor.source.tooDeep(at: cursor.position) }
    cursor.advance()
    cursor.skipSpace()
  }

  private mutating func object() throws(ReadError) -> [ContextNode.Entry] {
    try descend()
    defer { depth -= 1 }
    var entries: [ContextNode.Entry] = []
    if cursor.skip("}") { return entries }
    while true {
      guard cursor.byte == UInt8(ascii: "\"") else {
        throw syntaxError(entries.isEmpty ? "expected a name in quotes" : "expected a name in quotes after the comma")
      }
      let position = cursor.position
      let name = try string()
      cursor.skipSpace()
      guard cursor.skip(":") else { throw syntaxError("expected ':'") }
      entries.append(ContextNode.Entry(name: name, position: position, value: try value()))
      cursor.skipSpace()
      if cursor.skip("}") { return entries }
      guard cursor.skip(",") else { throw syntaxError("expected ',' or '}'") }
      cursor.skipSpace()
    }
  }

  private mutating func array() throws(ReadError) -> [ContextNode] {
    try descend()
    defer { depth -= 1 }
    var elements: [ContextNode] = []
    if cursor.skip("]") { return elements }
    while true {
      elements.append(try value())
      cursor.skipSpace()
      if cursor.skip("]") { return elements }
      guard cursor.skip(",") else { throw syntaxError("expected ',' or ']'") }
    }
  }

  private mutating func number() throws(ReadError) -> ContextNode.Content {
    let start = cursor.index
    _ = cursor.skip("-")
    if !cursor.skip("0") { try digits() }
    if cursor.skip(".") { try digits() }
    if cursor.skip("e") || cursor.skip("E") {
      if !cursor.skip("-") { _ = cursor.skip("+") }
      try digits()
    }
    return NumberLiteral.content(String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self))
  }

  private mutating func digits() throws(ReadError) {
    let digits = cursor.read { $0.isDigit }
    guard !digits.isEmpty else { throw syntaxError("expected a digit") }
  }

  // MARK: Strings

  private mutating func string() throws(ReadError) -> String {
    cursor.advance()
    let plain = try readPlain()
    if cursor.skip("\"") { return String(decoding: plain, as: UTF8.self) }
    var text = Array(plain)
    while cursor.byte == UInt8(ascii: "\\") {
      text += try escape()
      text += try readPlain()
    }
    cursor.advance()
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads up to the next quote or escape.
  private mutating func readPlain() throws(ReadError) -> ArraySlice<UInt8> {
    let plain = cursor.read { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard cursor.byte >= 0x20 else {
      throw syntaxError("unescaped line break or control character in a string; write it as \\n")
    }
    return plain
  }

  private mutating func escape() throws(ReadError) -> [UInt8] {
    let position = cursor.position
    cursor.advance()
    let letter = cursor.byte
    if cursor.skip("u") { return Array(String(try scalar(from: position)).utf8) }
    cursor.advance()
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    default: throw invalidEscape(position)
    }
  }

  private mutating func scalar(from position: Position) throws(ReadError) -> Character {
    let first = try unit(from: position)
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    // A high surrogate, which a low one must follow.
    guard first < 0xDC00, cursor.skip("\\u") else { throw invalidEscape(position) }
    let second = try unit(from: position)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((UInt32(first) - 0xD800) << 10) + (UInt32(second) - 0xDC00))
    else { throw invalidEscape(position) }
    return Character(scalar)
  }

  private mutating func unit(from position: Position) throws(ReadError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(cursor.byte)).hexDigitValue else { throw invalidEscape(position) }
      unit = unit << 4 | UInt16(digit)
      cursor.advance()
    }
    return unit
  }

  private func invalidEscape(_ position: Position) -> ReadError {
    cursor.malformed("invalid escape; write one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000", at: position)
  }
}
