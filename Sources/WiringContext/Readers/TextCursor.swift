import Wiring

/// A position in a text, with functions that consume it byte by byte.
struct TextCursor {
  let source: SourceText
  let format: ContextFormat
  let bytes: [UInt8]
  private(set) var index = 0
  private var line = 1
  /// The index at which the line would start if all of its scalars before `index` were one byte long.
  private var lineStart = 0

  init(_ source: SourceText, as format: ContextFormat) {
    self.source = source
    self.format = format
    bytes = source.bytes
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// The next byte; 0 at the end, which is valid in no format.
  var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  var position: Position { Position(line, index - lineStart + 1) }

  func malformed(_ reason: String, at position: Position? = nil) -> ReadError {
    source.malformed(format, reason, at: position ?? self.position)
  }

  @inline(__always)
  func starts(with token: StaticString) -> Bool {
    let count = token.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return token.withUTF8Buffer { buffer in
      // The first byte nearly always differs.
      bytes[index] == buffer[0] && buffer.indices.allSatisfy { bytes[index + $0] == buffer[$0] }
    }
  }

  /// Consumes a token if it is next.
  @inline(__always)
  mutating func skip(_ token: StaticString) -> Bool {
    guard starts(with: token) else { return false }
    advance(token.utf8CodeUnitCount)
    return true
  }

  mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count { advance(over: bytes[index]) }
  }

  @inline(__always)
  private mutating func advance(over byte: UInt8) {
    index += 1
    if byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = index
    } else if byte.isContinuation {
      lineStart += 1
    }
  }

  /// Consumes the bytes that fulfil a condition, and returns them.
  @discardableResult
  mutating func read(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, condition(bytes[index]) { advance(over: bytes[index]) }
    return bytes[start..<index]
  }

  /// Consumes white space, which is the same in JSON and XML; returns whether there was any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    !read { $0.isSpace }.isEmpty
  }
}

extension UInt8 {
  /// Whether the byte is white space in JSON and XML.
  var isSpace: Bool { self == 0x20 || self == 0x9 || self == 0xA || self == 0xD }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isASCIILetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
