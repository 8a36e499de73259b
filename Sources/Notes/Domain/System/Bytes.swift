import Foundation

// MARK: - Words, the most significant byte first

extension [UInt8] {
  /// Appends the eight bytes of a word, the most significant first.
  package mutating func append(bigEndian word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  /// Appends the four bytes of a word, the most significant first.
  package mutating func append(bigEndian word: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }
}

extension FixedWidthInteger {
  /// Restores an integer from its bytes, the most significant first.
  // Inlinable so that other modules get it for their types: unspecialized, it took a quarter of the time to open a sealed note.
  @inlinable package init(bigEndian bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }
}

// MARK: - Searches

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the index of the first occurrence of a byte; `nil` without one. O(length), many bytes at once: every text that is
  /// saved is searched for line breaks and brackets.
  package func firstIndex(ofByte byte: UInt8) -> Int? {
    let offset =
      withContiguousStorageIfAvailable { $0.offset(ofByte: byte) } ?? firstIndex(of: byte).map { $0 - startIndex }
    return offset.map { startIndex + $0 }
  }

  /// Returns whether a byte occurs.
  package func contains(byte: UInt8) -> Bool { firstIndex(ofByte: byte) != nil }
}

extension ArraySlice<UInt8> {
  /// Returns what follows each occurrence of a byte, in order.
  func rests(after byte: UInt8) -> some Sequence<ArraySlice<UInt8>> {
    sequence(state: self) { rest in
      guard let index = rest.firstIndex(ofByte: byte) else { return nil }
      rest = rest[(index + 1)...]
      return rest
    }
  }
}

extension StringProtocol {
  /// Returns whether a byte occurs in the text. O(length), many bytes at once.
  package func contains(byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.offset(ofByte: byte) != nil } ?? utf8.contains(byte)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first occurrence of a byte.
  ///
  /// Safe: `memchr` reads the bytes of the buffer only, and returns a pointer to one of them or none.
  fileprivate func offset(ofByte byte: UInt8) -> Int? {
    guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}

// MARK: - Parts of texts

// By bytes: a sign of ASCII and a mark behind it are one `Character`, as are some marks and the sign behind them, so that
// `hasPrefix`, `hasSuffix`, `contains` and `replacing` miss the sign.
extension StringProtocol {
  /// Returns whether the text begins with the bytes of another.
  package func begins(with start: some StringProtocol) -> Bool { utf8.starts(with: start.utf8) }

  /// Returns whether the text ends with the bytes of another.
  package func ends(with end: some StringProtocol) -> Bool {
    let (count, length) = (utf8.count, end.utf8.count)
    return count >= length && utf8.dropFirst(count - length).elementsEqual(end.utf8)
  }

  /// Returns what follows the bytes of another text at the beginning; `nil` if the text does not begin with them.
  package func rest(after start: some StringProtocol) -> Substring? {
    begins(with: start) ? Substring(Substring(self).utf8.dropFirst(start.utf8.count)) : nil
  }

  /// Returns what precedes the bytes of another text at the end; `nil` if the text does not end with them.
  package func beginning(before end: some StringProtocol) -> Substring? {
    ends(with: end) ? Substring(Substring(self).utf8.dropLast(end.utf8.count)) : nil
  }

  /// Returns whether the bytes of another text, which is not empty, occur in the text.
  package func contains(bytesOf text: String) -> Bool {
    Substring(self).utf8.firstRange(of: text.utf8) != nil
  }

  /// Returns the text with another in place of each occurrence of the bytes of one, which is not empty.
  package func replacingBytes(of text: String, with replacement: String) -> String {
    Substring(self).utf8.split(separator: text.utf8, omittingEmptySubsequences: false).map { Substring($0) }
      .joined(separator: replacement)
  }

  /// The parts of the text between white space.
  package var words: [Substring] {
    Substring(self).unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { Substring($0) }
  }

  /// Whether the text is empty or white space alone.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

// MARK: - Paths and lines

// By bytes: a slash and a mark that begins the next name are one `Character`, as are a carriage return and a line feed.
extension StringProtocol {
  /// The names of a path, empty ones included.
  package var pathNames: [Substring] { parts(separatedBy: UInt8(ascii: "/")) }

  /// The path of the folder that a path is in; empty for a path of one name.
  package var enclosingPath: String { pathNames.dropLast().joined(separator: "/") }

  /// The paths of the folders that a path is in, the outermost first.
  package var enclosingPaths: [String] {
    let text = String(self)
    return text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "/") }.map { String(text[..<$0]) }
  }

  /// Returns whether a path leads into a folder, at any depth.
  package func isInside(_ folder: String) -> Bool { inside(folder) != nil }

  /// Returns the path inside a folder; `nil` for one that does not lead into it.
  package func inside(_ folder: String) -> String? {
    let prefix = folder + "/"
    guard utf8.count > prefix.utf8.count, utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// Returns whether another path is this one or leads into it. Names are the same if they are canonically equivalent.
  func encloses(_ other: String) -> Bool { other.pathNames.starts(with: pathNames) }

  /// The lines of a text without their line feeds, the last one perhaps empty. A carriage return stays at the end of its line.
  package var linesAtFeeds: [Substring] { parts(separatedBy: UInt8(ascii: "\n")) }

  private func parts(separatedBy byte: UInt8) -> [Substring] {
    Substring(self).utf8.split(separator: byte, omittingEmptySubsequences: false).map { Substring($0) }
  }
}

// MARK: - Characters of ASCII

extension UInt8 {
  /// Whether the byte is a letter of ASCII.
  var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }

  /// Whether the byte is a letter or a digit of ASCII.
  var isLetterOrDigit: Bool { isLetter || 0x30...0x39 ~= self }

  /// Whether the byte is a character of ASCII that a backslash escapes.
  var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
