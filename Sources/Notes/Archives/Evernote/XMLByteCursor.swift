/// The position in a document that is read in pieces.
struct XMLByteCursor {
  static let pieceBytes = 1 << 16
  /// The maximum length of a name or a processing instruction, in bytes.
  static let maximumTokenBytes = 4096

  private let read: (Int) throws -> [UInt8]
  private var piece: [UInt8] = []
  private var index = 0
  /// The offset of the piece in the document.
  private var pieceOffset = 0
  private var isAtEnd = false
  /// The line of the next byte, from 1.
  private(set) var line = 1

  init(read: @escaping (Int) throws -> [UInt8]) { self.read = read }

  /// The offset of the next byte.
  var offset: Int { pieceOffset + index }

  /// Returns a byte ahead without skipping it; `nil` at the end.
  mutating func peek(at distance: Int = 0) throws -> UInt8? {
    if index + distance >= piece.count { try fill(distance + 1) }
    return index + distance < piece.count ? piece[index + distance] : nil
  }

  /// Returns some bytes ahead, fewer at the end.
  mutating func peek(count: Int) throws -> [UInt8] {
    if index + count > piece.count { try fill(count) }
    return Array(piece[index..<min(index + count, piece.count)])
  }

  /// Skips bytes that were looked at.
  mutating func skip(_ count: Int) throws {
    for _ in 0..<count {
      guard let byte = try peek() else { return }
      if byte == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  /// Skips a text if it is next. Returns whether it is.
  mutating func skip(_ text: String) throws -> Bool {
    guard try peek() == text.utf8.first, try peek(count: text.utf8.count).elementsEqual(text.utf8) else { return false }
    try skip(text.utf8.count)
    return true
  }

  /// Takes bytes as long as they satisfy a condition, at most to the end of a piece. Returns none when the next one does not.
  mutating func take(while condition: (UInt8) -> Bool) throws -> [UInt8] {
    guard try peek() != nil else { return [] }
    let start = index
    while index < piece.count, condition(piece[index]) {
      if piece[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
    return Array(piece[start..<index])
  }

  /// Takes bytes as long as they satisfy a condition, at most a little more than ``maximumTokenBytes``.
  mutating func token(while condition: (UInt8) -> Bool) throws -> [UInt8] {
    var token: [UInt8] = []
    while token.count <= Self.maximumTokenBytes, let byte = try peek(), condition(byte) {
      token.append(byte)
      try skip(1)
    }
    return token
  }

  /// Skips to the next place with a text. Returns whether there is one.
  mutating func skip(to text: [UInt8]) throws -> Bool {
    while let byte = try peek() {
      if byte == text.first, try peek(count: text.count) == text { return true }
      try skip(1)
    }
    return false
  }

  /// Reads until a number of bytes is ahead, or the document ends.
  private mutating func fill(_ count: Int) throws {
    while piece.count - index < count, !isAtEnd {
      let more = try read(pieceOffset + piece.count)
      isAtEnd = more.isEmpty
      pieceOffset += index
      piece.removeFirst(index)
      piece += more
      index = 0
    }
  }
}
