import NotesDomain

/// A strict parser of JSON (RFC 8259) in UTF-8.
///
/// Foundation's parser accepts input that two parsers may understand differently: duplicate members, `1.0` for 1, other
/// encodings. This one rejects such input, and everything that is nested deeper or larger than any message of the
/// protocol.
struct JSONReader {
  private static let maximumDepth = 16
  private static let maximumMembers = 64
  private static let maximumElements = 10_000

  private let bytes: [UInt8]
  private var position = 0
  /// The number of values that may follow. Parsed, a value of two bytes takes twenty times as much memory.
  private var remaining: Int

  /// Creates a parser.
  ///
  /// - Parameter values: The maximum number of values, at any depth.
  init(_ bytes: [UInt8], values: Int) {
    self.bytes = bytes
    remaining = values
  }

  /// Parses the single value of the message.
  mutating func readMessage() throws(MessageDecodingError) -> JSONNode {
    let node = try readValue(depth: 0)
    skipWhitespace()
    guard position == bytes.count else { throw error("unexpected data after the message") }
    return node
  }

  private mutating func readValue(depth: Int) throws(MessageDecodingError) -> JSONNode {
    guard depth < Self.maximumDepth else { throw error("nested too deeply") }
    guard remaining > 0 else { throw error("too many values") }
    remaining -= 1
    skipWhitespace()
    guard let byte = peek else { throw error("unexpected end") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .text(try readText())
    case UInt8(ascii: "t"): return try readWord("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", as: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: throw error("invalid value")
    }
  }

  private mutating func readObject(depth: Int) throws(MessageDecodingError) -> JSONObject {
    position += 1
    var object = JSONObject()
    skipWhitespace()
    if skip(UInt8(ascii: "}")) { return object }
    repeat {
      skipWhitespace()
      guard peek == UInt8(ascii: "\"") else { throw error("expected a member name") }
      let name = try readText()
      skipWhitespace()
      guard skip(UInt8(ascii: ":")) else { throw error("expected ':'") }
      let value = try readValue(depth: depth + 1)
      guard object.add(name, value) else { throw error("duplicate member") }
      guard object.count <= Self.maximumMembers else { throw error("too many members") }
      skipWhitespace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw error("expected '}'") }
    return object
  }

  private mutating func readArray(depth: Int) throws(MessageDecodingError) -> [JSONNode] {
    position += 1
    var elements: [JSONNode] = []
    skipWhitespace()
    if skip(UInt8(ascii: "]")) { return elements }
    repeat {
      guard elements.count < Self.maximumElements else { throw error("too many elements") }
      elements.append(try readValue(depth: depth + 1))
      skipWhitespace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw error("expected ']'") }
    return elements
  }

  private mutating func readWord(_ word: String, as node: JSONNode) throws(MessageDecodingError) -> JSONNode {
    guard bytes[position...].starts(with: word.utf8) else { throw error("invalid value") }
    position += word.utf8.count
    return node
  }

  private mutating func readNumber() throws(MessageDecodingError) -> JSONNode {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try skipDigits() }
    let end = position
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try skipDigits()
    }
    guard position == end, let number = Int64(String(decoding: bytes[start..<end], as: UTF8.self)) else {
      return .number
    }
    return .integer(number)
  }

  private mutating func skipDigits() throws(MessageDecodingError) {
    let start = position
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    guard position > start else { throw error("expected a digit") }
  }

  /// Parses a string. Without escapes, the result is a slice of the message.
  private mutating func readText() throws(MessageDecodingError) -> ArraySlice<UInt8> {
    position += 1
    let first = position
    var start = first
    var unescaped: [UInt8] = []
    var isASCII = true
    while true {
      let plain = Self.plain(bytes.span, from: position)
      position = plain.end
      if !plain.isASCII { isASCII = false }
      guard let byte = peek, byte != UInt8(ascii: "\"") else { break }
      guard byte >= 0x20 else { throw error("unescaped control character") }
      unescaped += bytes[start..<position]
      position += 1
      unescaped += String(try readEscape()).utf8
      start = position
    }
    let end = position
    guard skip(UInt8(ascii: "\"")) else { throw error("unexpected end") }
    guard isASCII || String(validating: bytes[first..<end], as: UTF8.self) != nil else { throw error("invalid UTF-8") }
    return unescaped.isEmpty ? bytes[start..<end] : (unescaped + bytes[start..<end])[...]
  }

  /// Returns the end of the characters without escapes, and whether all are ASCII.
  private static func plain(_ bytes: Span<UInt8>, from start: Int) -> (end: Int, isASCII: Bool) {
    var all: UInt8 = 0
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      all |= byte
      index += 1
    }
    return (index, all < 0x80)
  }

  private mutating func readEscape() throws(MessageDecodingError) -> Unicode.Scalar {
    var rest = bytes[position...]
    do {
      let scalar = try JSONString.decodeEscape(from: &rest)
      position = rest.startIndex
      return scalar
    } catch let failure {
      position = rest.startIndex
      throw error(failure.rawValue)
    }
  }

  private mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ detail: String) -> MessageDecodingError {
    .undecodable(detail: "\(detail), at byte \(position)")
  }
}
