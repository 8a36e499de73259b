/// The quotes of shells.
enum ShellQuoting {
  /// Returns a text as one word of bash, zsh, fish or sh.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  /// Returns a text as one word of a shell, in quotes only if it needs them, for people to read.
  static func quotedIfNeeded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-+,@:".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty && !text.hasPrefix("-") ? text : quoted(text)
  }

  /// Splits a line into words at blanks outside of quotes, without expansions; `nil` if a quote is not closed. O(length).
  static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      if quote == nil, character.isWhitespace {
        if let complete = word { words.append(complete) }
        word = nil
      } else {
        if word == nil { word = "" }
        unquote(character, &rest, in: &quote).map { word?.append($0) }
      }
    }
    if let word { words.append(word) }
    return quote == nil ? words : nil
  }

  /// Returns a word without its quotes, as far as it is typed: a quote at its end may be missing.
  static func unquoted(_ word: String) -> String {
    var result = ""
    var quote: Character?
    var rest = word[...]
    while let character = rest.popFirst() { unquote(character, &rest, in: &quote).map { result.append($0) } }
    return result
  }

  /// Returns the character that one of a line stands for; `nil` for a quote.
  private static func unquote(
    _ character: Character, _ rest: inout Substring, in quote: inout Character?
  ) -> Character? {
    switch character {
    case "\\" where quote == nil: return rest.popFirst()
    // Between double quotes, a backslash quotes only what means something there.
    case "\\" where quote == "\"" && rest.first.map(#"$`"\"#.contains) == true: return rest.popFirst()
    case "'" where quote == nil, "\"" where quote == nil: quote = character
    case _ where character == quote: quote = nil
    default: return character
    }
    return nil
  }
}
