/// The encoding of strings in JSON (RFC 8259).
package enum JSONString {
  /// Appends a string in quotes to a text in UTF-8. O(length).
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - text: The text.
  ///   - hasShortEscapes: Whether line breaks and tabs are written as `\n`, `\r` and `\t`, not by their numbers.
  ///   - isEscaped: Returns whether to escape a character that is not printable ASCII. Quotes and backslashes always are.
  package static func append(
    _ string: String, to text: inout [UInt8], hasShortEscapes: Bool = false,
    escaping isEscaped: (Unicode.Scalar) -> Bool = { $0.value < 0x20 }
  ) {
    text.append(UInt8(ascii: "\""))
    defer { text.append(UInt8(ascii: "\"")) }
    let needsEscape = string.utf8.contains { byte in
      !(0x20..<0x7F ~= byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
    guard needsEscape else { return text.append(contentsOf: string.utf8) }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n" where hasShortEscapes: text += "\\n".utf8
      case "\r" where hasShortEscapes: text += "\\r".utf8
      case "\t" where hasShortEscapes: text += "\\t".utf8
      case "\u{20}"..."\u{7E}": text.append(UInt8(ascii: scalar))
      case _ where isEscaped(scalar):
        for unit in scalar.utf16 {
          text += "\\u".utf8
          for byte in [UInt8(unit >> 8), UInt8(unit & 0xFF)] {
            text += [Hexadecimal.digit(of: byte >> 4), Hexadecimal.digit(of: byte & 0xF)]
          }
        }
      default: text += scalar.utf8
      }
    }
  }

  /// An error of an escape, described by its raw value.
  package enum EscapeError: String, Error {
    case incomplete = "unexpected end"
    case unknown = "unknown escape"
    case invalidDigit = "expected a hexadecimal digit"
    case loneSurrogate = "lone surrogate"
  }

  /// Decodes the escape at the beginning of some bytes, after its backslash, and removes it. Removes the bytes up to an error.
  package static func decodeEscape(from bytes: inout ArraySlice<UInt8>) throws(EscapeError) -> Unicode.Scalar {
    switch bytes.popFirst() {
    case UInt8(ascii: "\"")?: return "\""
    case UInt8(ascii: "\\")?: return "\\"
    case UInt8(ascii: "/")?: return "/"
    case UInt8(ascii: "b")?: return "\u{8}"
    case UInt8(ascii: "f")?: return "\u{C}"
    case UInt8(ascii: "n")?: return "\n"
    case UInt8(ascii: "r")?: return "\r"
    case UInt8(ascii: "t")?: return "\t"
    case UInt8(ascii: "u")?: break
    case .some: throw .unknown
    case nil: throw .incomplete
    }
    let first = try decodeUnit(from: &bytes)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes.starts(with: "\\u".utf8) else { throw .loneSurrogate }
    bytes.removeFirst(2)
    let second = try decodeUnit(from: &bytes)
    guard 0xDC00..<0xE000 ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .loneSurrogate }
    return scalar
  }

  private static func decodeUnit(from bytes: inout ArraySlice<UInt8>) throws(EscapeError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = bytes.first.flatMap(Hexadecimal.value) else { throw .invalidDigit }
      unit = unit << 4 | UInt32(digit)
      bytes.removeFirst()
    }
    return unit
  }
}
