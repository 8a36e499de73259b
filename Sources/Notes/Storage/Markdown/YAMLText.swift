/// Writes texts as YAML scalars.
enum YAMLText {
  /// A text as it is where every reader of YAML takes it for that text, else in double quotes.
  static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// Words that some version of YAML takes for something else.
  private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

  private static func isPlain(_ text: String) -> Bool {
    // A letter at the beginning rules out numbers, dates and every sign that means something.
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.unicodeScalars.last != " " else {
      return false
    }
    let isHarmless = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -_/.'()".unicodeScalars.contains(scalar)
    }
    return isHarmless && !reserved.contains(text.lowercased())
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isUnprintable(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Characters that YAML does not allow in a file, or takes for the end of a line.
  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }
}
