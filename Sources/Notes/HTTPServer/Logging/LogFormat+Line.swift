extension LogFormat {
  /// A line of the log.
  ///
  /// - Parameter fields: Names and values, in their order. Names are the program's own.
  /// - Returns: The line, with its end.
  func line(of fields: [(name: String, value: String)]) -> String {
    var line = self == .json ? "{" : ""
    // There is one for each request: it is made in one piece.
    line.reserveCapacity(512)
    for (index, field) in fields.enumerated() {
      switch self {
      case .text:
        if index > 0 { line += " " }
        line += field.name
        line += "="
        Self.append(field.value, to: &line, quoted: false)
      case .json:
        line += index > 0 ? ",\"" : "\""
        line += field.name
        line += "\":"
        Self.append(field.value, to: &line, quoted: true)
      }
    }
    line += self == .json ? "}\n" : "\n"
    return line
  }

  /// Adds a text, between quotation marks where need be, with what is no printable ASCII escaped as in JSON.
  private static func append(_ text: String, to line: inout String, quoted: Bool) {
    let isPlain = text.utf8.allSatisfy { byte in
      0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "=")
    }
    if isPlain, !text.isEmpty, !quoted {
      line += text
      return
    }
    line += "\""
    defer { line += "\"" }
    if isPlain {
      line += text
      return
    }
    for unit in text.utf16 {
      switch unit {
      case 0x22: line += "\\\""
      case 0x5C: line += "\\\\"
      case 0x20...0x7E: line.unicodeScalars.append(UnicodeScalar(UInt8(truncatingIfNeeded: unit)))
      default:
        let digits = String(unit, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
  }
}
