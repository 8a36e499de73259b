import Wiring

/// The text of a file, with conversions from positions and offsets to locations.
struct SourceText {
  /// The path as the user wrote it.
  let path: String
  /// The text in UTF-8, without a byte order mark.
  let bytes: [UInt8]

  /// Creates a text from a file's bytes.
  ///
  /// - Throws: ``ReadError`` when they are not UTF-8.
  init(path: String, bytes: [UInt8]) throws(ReadError) {
    self.path = path
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard let offset = Self.firstInvalidOffset(self.bytes) else { return }
    let digits = String(self.bytes[offset], radix: 16, uppercase: true)
    throw ReadError(
      "the byte 0x\(digits) is not UTF-8", at: location(position(ofByte: offset)), fix: "save the file as UTF-8")
  }

  /// Returns the location of a position.
  func location(_ position: Position) -> SourceLocation {
    SourceLocation(path: path, line: Int(position.line), column: Int(position.column))
  }

  /// Returns the position of a byte, in time linear in its offset.
  func position(ofByte offset: Int) -> Position {
    Self.advanced(.start, over: bytes[..<min(offset, bytes.count)])
  }

  /// Returns the location of an occurrence, counted from 0, of a text such as `${NAME` within the value at a position, or
  /// that of the value when the text is written with escapes.
  func location(of text: String, occurrence: Int, from start: Position) -> SourceLocation {
    // A match far after the value belongs to another one.
    let searchLength = 1 << 16
    guard let offset = offset(of: start) else { return location(start) }
    var (remaining, index) = (occurrence, offset)
    let wanted = Array(text.utf8)
    let end = min(bytes.count, offset + searchLength) - wanted.count
    while index <= end {
      if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) {
        if remaining == 0 { return location(Self.advanced(start, over: bytes[offset..<index])) }
        remaining -= 1
      }
      index += 1
    }
    return location(start)
  }

  private func offset(of position: Position) -> Int? {
    var (line, index) = (Int32(1), 0)
    while line < position.line {
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      index = end + 1
      line += 1
    }
    var column = Int32(1)
    while column < position.column, index < bytes.count {
      index += 1
      while index < bytes.count, bytes[index].isContinuation { index += 1 }
      column += 1
    }
    return index
  }

  private static func advanced(_ start: Position, over bytes: ArraySlice<UInt8>) -> Position {
    var position = start
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        position.line += 1
        position.column = 1
      } else if !byte.isContinuation {
        position.column += 1
      }
    }
    return position
  }

  private static func firstInvalidOffset(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte continues a scalar in UTF-8.
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}

/// A position in a text.
struct Position: Hashable {
  /// The line, from 1.
  var line: Int32
  /// The column, from 1, in Unicode scalars.
  var column: Int32

  init(_ line: Int, _ column: Int) {
    self.line = Int32(clamping: line)
    self.column = Int32(clamping: column)
  }

  /// The position of the first scalar.
  static let start = Position(1, 1)
}
