package import NotesDomain

extension SplitMix64 {
  /// Returns a text of difficult input: quotes, colons, control characters, other scripts, emoji.
  ///
  /// - Parameter maximumLength: The maximum number of pieces.
  package mutating func text(maximumLength: Int = 12) -> String {
    let pieces = [
      "a", "B", "yes", "no", "null", "~", "1", "2026-03-14", "0x1F", "1e3", "word", "Bread", " ", "  ", "\t", "\n",
      "\r\n",
      "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{200B}", "\u{202E}", "é", "e\u{301}", "ß", "İ", "世界",
      "ไทย",
      "🍞", "🏳️‍🌈", "\"", "'", "\\", "/", ":", ": ", "#", " #", "-", "- ", "---", "?", "!", "&", "*", "%", "@", "`", "|",
      ">",
      "[", "]", "{", "}", ",", "=", "<<", "..", ".", "_", "(", ")", "^", "+", "~x", "\u{E000}", "\u{10FFFF}",
    ]
    let count = Int.random(in: 0...maximumLength, using: &self)
    return (0..<count).compactMap { _ in pieces.randomElement(using: &self) }.joined()
  }
}
