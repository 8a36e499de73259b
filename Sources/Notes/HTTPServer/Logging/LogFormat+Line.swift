extension LogFormat {
  /// A line of the log.
  ///
  /// - Parameter fields: Names and values, in their order. Names are the program's own.
  /// - Returns: The line, with its end.
  func line(of fields: [(name: String, value: String)]) -> String {
    switch self {
    case .text:
      fields.map { "\($0.name)=\(Self.quoted($0.value, always: false))" }.joined(separator: " ") + "\n"
    case .json:
      "{" + fields.map { "\"\($0.name)\":\(Self.quoted($0.value, always: true))" }.joined(separator: ",") + "}\n"
    }
  }

  /// A text between quotation marks, with what is no printable ASCII escaped as in JSON.
  private static func quoted(_ text: String, always: Bool) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "=")
    }
    if isPlain, !text.isEmpty { return always ? "\"\(text)\"" : text }
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x20...0x7E: result.unicodeScalars.append(UnicodeScalar(UInt8(truncatingIfNeeded: unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return result + "\""
  }
}
