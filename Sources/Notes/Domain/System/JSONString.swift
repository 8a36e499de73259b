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
}
