import NotesDomain

/// The texts of a history: each line is a token and some characters that have broken programs before.
enum NoteText {
  /// What follows a token in its line. None has the letter that a token begins with.
  static let flavours = [
    "", "", "", " é", " 世界 🍞", " \u{1}\u{1B}[2J\u{7F}", "\r", " \u{202E}abc\u{85}", " \u{FEFF}\u{0}", " 👩‍👩‍👧 e\u{301}",
  ]

  /// A line without its end.
  static func line(_ token: Int, flavour: Int) -> String {
    "t\(token).\(flavours[flavour % flavours.count])"
  }

  /// The lines of a text without their ends; the last one is empty when the text ends with a line break.
  ///
  /// Not by characters: a carriage return and a line feed are one of those.
  static func lines(of text: String) -> [String] {
    text.utf8.split(separator: newline, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// The token of a line; `nil` when it has none, or is more than a line.
  static func token(of line: String) -> Int? {
    var number = 0
    var digits = 0
    var hasEnd = false
    for (place, byte) in line.utf8.enumerated() {
      if place == 0 {
        guard byte == mark else { return nil }
      } else if hasEnd {
        guard byte != mark else { return nil }
      } else if byte == stop {
        hasEnd = true
      } else {
        guard zero...(zero + 9) ~= byte, digits < 9 else { return nil }
        number = number * 10 + Int(byte - zero)
        digits += 1
      }
    }
    return hasEnd && digits > 0 ? number : nil
  }

  /// The tokens of a note, in its body and its title; `nil` when a line is broken.
  static func tokens(of note: Note) -> [Int]? {
    var found: [Int] = []
    if let token = titleToken(of: note) { found.append(token) }
    var number = 0
    var digits = 0
    var state = Reading.start
    for byte in note.body.utf8 {
      switch (state, byte) {
      case (.start, newline): break
      case (.start, mark): (state, number, digits) = (.digits, 0, 0)
      case (.digits, zero...(zero + 9)) where digits < 9:
        (number, digits) = (number * 10 + Int(byte - zero), digits + 1)
      case (.digits, stop) where digits > 0:
        found.append(number)
        state = .rest
      case (.rest, newline): state = .start
      case (.rest, _) where byte != mark: break
      default: return nil
      }
    }
    return state == .digits ? nil : found
  }

  /// The token that a title begins with.
  static func titleToken(of note: Note) -> Int? {
    note.title.utf8.firstIndex(of: stop).flatMap { end in token(of: String(note.title[...end])) }
  }

  private enum Reading {
    case start, digits, rest
  }

  private static let newline = UInt8(ascii: "\n")
  private static let mark = UInt8(ascii: "t")
  private static let stop = UInt8(ascii: ".")
  private static let zero = UInt8(ascii: "0")
}
