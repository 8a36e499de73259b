import NotesDomain

/// The quotes of shells.
///
/// Shells read bytes: a quote or a blank with an accent behind it is one `Character`, and a quote for them.
enum ShellQuoting {
  /// Returns a text as one word of bash, zsh, fish or sh.
  static func quoted(_ text: String) -> String {
    "'" + text.replacingBytes(of: "'", with: #"'\''"#) + "'"
  }

  /// Returns a text as one word of a shell, in quotes only if it needs them, for people to read.
  static func quotedIfNeeded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-+,@:".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty && !text.begins(with: "-") ? text : quoted(text)
  }

  /// Splits a line into words at blanks outside of quotes, without expansions; `nil` if a quote is not closed. O(length).
  static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if quote == nil, scalar.properties.isWhitespace {
        if let complete = word { words.append(String(complete)) }
        word = nil
      } else {
        if word == nil { word = String.UnicodeScalarView() }
        if let meant = unquote(scalar, &rest, in: &quote) { word?.append(meant) }
      }
    }
    if let word { words.append(String(word)) }
    return quote == nil ? words : nil
  }

  /// Returns a word without its quotes, as far as it is typed: a quote at its end may be missing.
  static func unquoted(_ word: String) -> String {
    var result = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var rest = word.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if let meant = unquote(scalar, &rest, in: &quote) { result.append(meant) }
    }
    return String(result)
  }

  /// Returns the scalar that one of a line stands for; `nil` for a quote.
  private static func unquote(
    _ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView, in quote: inout Unicode.Scalar?
  ) -> Unicode.Scalar? {
    switch scalar {
    case "\\" where quote == nil: return rest.popFirst()
    // Between double quotes, a backslash quotes only what means something there.
    case "\\" where quote == "\"" && rest.first.map(isSpecialBetweenQuotes) == true: return rest.popFirst()
    case "'" where quote == nil, "\"" where quote == nil: quote = scalar
    case _ where scalar == quote: quote = nil
    default: return scalar
    }
    return nil
  }

  private static func isSpecialBetweenQuotes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "$", "`", "\"", "\\": true
    default: false
    }
  }
}
