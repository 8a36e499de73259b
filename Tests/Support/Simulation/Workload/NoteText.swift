import NotesDomain

/// The texts of a history: each line is a token, followed by characters that often cause faults.
enum NoteText {
  /// The possible texts after a token. None contains the letter with which tokens begin.
  static let flavours = [
    "", "", "", " é", " 世界 🍞", " \u{1}\u{1B}[2J\u{7F}", "\r", " \u{202E}abc\u{85}", " \u{FEFF}\u{0}", " 👩‍👩‍👧 e\u{301}",
  ]

  /// Returns a line without its line break.
  static func line(_ token: Int, flavour: Int) -> String {
    "t\(token).\(flavours[flavour % flavours.count])"
  }

  /// Returns the lines of a text; the last one is empty when the text ends with a line break.
  ///
  /// It splits bytes, since a carriage return and a line feed are a single character.
  static func lines(of text: String) -> [String] {
    text.utf8.split(separator: newline, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Returns the token of a line; `nil` when the line is broken.
  static func token(of line: String) -> Int? {
    var number = 0
    var digits = 0
    var hasEnd = false
    for (index, byte) in line.utf8.enumerated() {
      if index == 0 {
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

  /// Returns the tokens in the title and the body of a note; `nil` when a line is broken.
  ///
  /// - Parameter allowsTitles: Whether lines that begin with `#`, as of a merged note, have no token, and others may have the
  ///   title of a conflicting copy in a link.
  static func tokens(of note: Note, allowsTitles: Bool = false) -> [Int]? {
    var found: [Int] = []
    if let token = titleToken(of: note) { found.append(token) }
    var number = 0
    var digits = 0
    var state = Reading.start
    for byte in note.body.utf8 {
      switch (state, byte) {
      case (.start, newline): break
      case (.start, sign) where allowsTitles: state = .heading
      case (.heading, _): if byte == newline { state = .start }
      case (.start, mark): (state, number, digits) = (.digits, 0, 0)
      case (.digits, zero...(zero + 9)) where digits < 9:
        (number, digits) = (number * 10 + Int(byte - zero), digits + 1)
      case (.digits, stop) where digits > 0:
        found.append(number)
        state = .rest
      case (.rest, newline): state = .start
      case (.rest, _) where byte != mark || allowsTitles: break
      default: return nil
      }
    }
    return state == .digits ? nil : found
  }

  /// Returns the token in a title.
  static func titleToken(of note: Note) -> Int? {
    note.title.utf8.firstIndex(of: stop).flatMap { end in token(of: String(note.title[...end])) }
  }

  private enum Reading {
    case start, digits, rest, heading
  }

  private static let newline = UInt8(ascii: "\n")
  private static let mark = UInt8(ascii: "t")
  private static let sign = UInt8(ascii: "#")
  private static let stop = UInt8(ascii: ".")
  private static let zero = UInt8(ascii: "0")
}
