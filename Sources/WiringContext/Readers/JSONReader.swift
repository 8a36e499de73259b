/// A reader of JSON (RFC 8259) with the position of each key and value.
///
/// Foundation and swift-configuration parse JSON without positions, and a message without line and column is of little use
/// in a file of a thousand lines. Members retain their order, duplicates included. Nesting is limited to
/// ``Limits/maximumDepth``.
struct JSONReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var line = 1
  /// The index at which the line would start if all of its scalars before `index` were one byte long.
  private var lineStart = 0

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  static func read(_ source: SourceText) throws(ReadError) -> ContextNode {
    var reader = JSONReader(source)
    let node = try reader.value()
    reader.skipSpace()
    guard reader.index == reader.bytes.count else { throw reader.syntaxError("unexpected text after the value") }
    return node
  }

  private var position: Position { Position(line, index - lineStart + 1) }

  /// The next byte; 0 at the end, which is valid nowhere.
  private var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func syntaxError(_ reason: String) -> ReadError {
    ReadError(
      .malformed(.json, index < bytes.count ? reason : "unexpected end of file", at: source.location(position))
    )
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "\n"):
        index += 1
        line += 1
        lineStart = index
      default: return
      }
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(ReadError) -> ContextNode {
    skipSpace()
    let position = position
    switch next {
    case UInt8(ascii: "{"): return ContextNode(.map(try object()), at: position)
    case UInt8(ascii: "["): return ContextNode(.list(try array()), at: position)
    case UInt8(ascii: "\""): return ContextNode(.text(try string()), at: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return ContextNode(try number(), at: position)
    case UInt8(ascii: "t"): return ContextNode(try literal("true", .boolean(true)), at: position)
    case UInt8(ascii: "f"): return ContextNode(try literal("false", .boolean(false)), at: position)
    case UInt8(ascii: "n"): return ContextNode(try literal("null", .null), at: position)
    default: throw syntaxError("expected a value")
    }
  }

  private mutating func literal(
    _ literal: StaticString, _ content: ContextNode.Content
  ) throws(ReadError) -> ContextNode.Content {
    let text = "\(literal)"
    guard bytes[index...].starts(with: text.utf8) else { throw syntaxError("expected a value") }
    index += text.utf8.count
    return content
  }

  private mutating func descend() throws(ReadError) {
    depth += 1
    guard depth <= Limits.maximumDepth else { throw ReadError(.tooDeep(at: source.location(position))) }
    index += 1
    skipSpace()
  }

  private mutating func object() throws(ReadError) -> [ContextNode.Entry] {
    try descend()
    defer { depth -= 1 }
    var entries: [ContextNode.Entry] = []
    if skip("}") { return entries }
    while true {
      guard next == UInt8(ascii: "\"") else {
        throw syntaxError(entries.isEmpty ? "expected a name in quotes" : "expected a name in quotes after the comma")
      }
      let position = position
      let name = try string()
      skipSpace()
      guard skip(":") else { throw syntaxError("expected ':'") }
      entries.append(ContextNode.Entry(name: name, position: position, value: try value()))
      skipSpace()
      if skip("}") { return entries }
      guard skip(",") else { throw syntaxError("expected ',' or '}'") }
      skipSpace()
    }
  }

  private mutating func array() throws(ReadError) -> [ContextNode] {
    try descend()
    defer { depth -= 1 }
    var elements: [ContextNode] = []
    if skip("]") { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if skip("]") { return elements }
      guard skip(",") else { throw syntaxError("expected ',' or ']'") }
    }
  }

  private mutating func number() throws(ReadError) -> ContextNode.Content {
    let start = index
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if next | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !skip("-") { _ = skip("+") }
      try digits()
    }
    return NumberLiteral.content(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() throws(ReadError) {
    let start = index
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { index += 1 }
    guard index > start else { throw syntaxError("expected a digit") }
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func string() throws(ReadError) -> String {
    index += 1
    let start = index
    try skipPlain()
    if next == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while next == UInt8(ascii: "\\") {
      try escape(into: &text)
      let start = index
      try skipPlain()
      text += bytes[start..<index]
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Advances to the next quote or escape.
  private mutating func skipPlain() throws(ReadError) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else {
        throw syntaxError("unescaped line break or control character in a string; write it as \\n")
      }
      if byte.isContinuation { lineStart += 1 }
      index += 1
    }
    throw syntaxError("")
  }

  private mutating func escape(into text: inout [UInt8]) throws(ReadError) {
    let position = position
    index += 1
    let letter = next
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += Array(String(try scalar(from: position)).utf8)
    default: throw invalidEscape(position)
    }
  }

  private mutating func scalar(from position: Position) throws(ReadError) -> Character {
    let first = try unit(from: position)
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    // A high surrogate, which a low one must follow.
    guard first < 0xDC00, skip("\\"), skip("u") else { throw invalidEscape(position) }
    let second = try unit(from: position)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((UInt32(first) - 0xD800) << 10) + (UInt32(second) - 0xDC00))
    else { throw invalidEscape(position) }
    return Character(scalar)
  }

  private mutating func unit(from position: Position) throws(ReadError) -> UInt16 {
    let end = index + 4
    guard end <= bytes.count else { throw invalidEscape(position) }
    var unit: UInt16 = 0
    while index < end {
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else { throw invalidEscape(position) }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  private func invalidEscape(_ position: Position) -> ReadError {
    ReadError(
      .malformed(
        .json, "invalid escape; write one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000", at: source.location(position)))
  }
}
