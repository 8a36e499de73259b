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
    return joined(pieces, maximumCount: maximumLength)
  }

  /// Returns a text of letters that search folds, marks, and scripts side by side.
  ///
  /// - Parameter maximumLength: The maximum number of pieces.
  package mutating func wordsOfManyScripts(maximumLength: Int) -> String {
    let pieces = [
      "a", "E", "z9", "é", "e\u{301}", "\u{301}", "ß", "ẞ", "ł", "Æ", "İ", "ı", "ﬁ", "Ａ", "１", "²", "½", "µ", "Σ", "ς",
      "ά", "й", "ё", "ж", "ա", "և", "שָׁ", "\u{5B8}", "ب", "أ", "ـ", "ک", "\u{200C}", "\u{200D}", "\u{AD}", "\u{FE0F}",
      "٣",
      "हि", "\u{93C}", "क", "世", "界", "\u{E0100}", "か", "\u{3099}", "\u{309A}", "ﾊ", "ﾟ", "ー", "각", "가", "\u{1100}",
      "\u{1161}", "\u{11A8}", "ㄱ", "ห้", "ำ", "๒", "ខ្", "🍞", "™", "\u{E000}", "\u{10FFFF}", "\u{200B}", " ", " ", ", ",
      "'",
    ]
    return joined(pieces, maximumCount: maximumLength)
  }

  private mutating func joined(_ pieces: [String], maximumCount: Int) -> String {
    let count = Int.random(in: 0...maximumCount, using: &self)
    return (0..<count).compactMap { _ in pieces.randomElement(using: &self) }.joined()
  }
}
