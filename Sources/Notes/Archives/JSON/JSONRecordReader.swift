import NotesDomain

/// Splits a JSON file into its objects: the elements of one array, or objects one after another, on one line each or on
/// several.
///
/// A malformed object is reported with its line, and reading goes on behind it: with the next line that begins with an
/// object or, in an array, with its next element. One object at a time is in memory.
struct JSONRecordReader {
  /// A part of the file.
  enum Record: Equatable {
    /// The bytes from an opening brace to its closing one. What is between them may be malformed.
    case object([UInt8], line: Int)
    case malformed(line: Int, detail: String)
    case tooLarge(line: Int, bytes: Int)
  }

  /// The maximum size of an object in bytes: each byte of a text can be an escape of six.
  package static let maximumBytes = 6 * NoteLimit.text.maximum + 1 << 20

  private let maximumBytes: Int
  private let read: (Int) throws -> [UInt8]
  private var piece: [UInt8] = []
  private var index = 0
  /// The offset of the piece in the file.
  private var offset = 0
  private var line = 1
  private var isArray = false
  /// Whether a first bracket, if there is one, was read.
  private var hasBegun = false

  /// Creates a reader.
  ///
  /// - Parameter read: Returns the bytes at an offset, none at the end of the file.
  init(maximumBytes: Int = Self.maximumBytes, read: @escaping (Int) throws -> [UInt8]) {
    (self.maximumBytes, self.read) = (maximumBytes, read)
  }

  /// Returns whether the file begins like JSON, or is empty. Reads nothing else.
  mutating func isJSON() throws -> Bool {
    try begin()
    let first = try peek()
    return isArray || first == nil || first == UInt8(ascii: "{")
  }

  /// Returns the next part; `nil` at the end.
  mutating func next() throws -> Record? {
    try begin()
    while let byte = try peek() {
      switch byte {
      case UInt8(ascii: "{"): return try object()
      case UInt8(ascii: ",") where isArray: advance(byte)
      case UInt8(ascii: "]") where isArray:
        advance(byte)
        isArray = false
      case _ where Self.isSpace(byte): advance(byte)
      default:
        let start = line
        try skipValue()
        return .malformed(line: start, detail: "an object was expected, in braces")
      }
    }
    guard isArray else { return nil }
    isArray = false
    return .malformed(line: line, detail: "the array is not closed; the end of the file may be missing")
  }

  /// Reads the byte order mark and the bracket at the beginning.
  private mutating func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    piece = try read(0)
    if piece.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while let byte = try peek(), Self.isSpace(byte) { advance(byte) }
    guard let byte = try peek(), byte == UInt8(ascii: "[") else { return }
    advance(byte)
    isArray = true
  }

  private mutating func object() throws -> Record {
    var bytes: [UInt8] = []
    var (depth, size, isText, isEscaped) = (0, 0, false, false)
    var problem: (line: Int, detail: String)?
    let start = line
    var isLineStart = false
    while let byte = try peek() {
      // A line break cannot be in a text, so that the text before it lacks its end.
      if isText, byte == UInt8(ascii: "\n") {
        problem = problem ?? (line, "a text is not closed")
        (isText, isEscaped) = (false, false)
      }
      if isLineStart, byte == UInt8(ascii: "{"), !isArray { break }
      isLineStart = byte == UInt8(ascii: "\n")
      advance(byte)
      size += 1
      if size <= maximumBytes { bytes.append(byte) }
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          isText = byte != UInt8(ascii: "\"")
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      if let problem { return .malformed(line: problem.line, detail: problem.detail) }
      return size > maximumBytes ? .tooLarge(line: start, bytes: size) : .object(bytes, line: start)
    }
    let detail = problem?.detail ?? "the object is not closed"
    return .malformed(line: problem?.line ?? start, detail: isArray ? detail + "; nothing behind it was read" : detail)
  }

  /// Skips something other than an object: up to the end of the line or, in an array, of the element.
  private mutating func skipValue() throws {
    while let byte = try peek(), byte != UInt8(ascii: "\n") {
      if isArray, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") { return }
      advance(byte)
    }
  }

  private mutating func peek() throws -> UInt8? {
    if index == piece.count {
      offset += piece.count
      piece = try read(offset)
      index = 0
    }
    return index < piece.count ? piece[index] : nil
  }

  private mutating func advance(_ byte: UInt8) {
    index += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}
