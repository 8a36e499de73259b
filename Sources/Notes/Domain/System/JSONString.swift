/// The encoding of strings in JSON (RFC 8259).
package enum JSONString {
  /// Appends a string in quotes to a text in UTF-8. Escapes quotes, backslashes and control characters only. O(length).
  package static func append(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    defer { text.append(UInt8(ascii: "\"")) }
    let needsEscape = string.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    guard needsEscape else { return text.append(contentsOf: string.utf8) }
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        text += Array("\\u00".utf8) + [Hexadecimal.digit(of: byte >> 4), Hexadecimal.digit(of: byte & 0xF)]
      default: text.append(byte)
      }
    }
  }
}
