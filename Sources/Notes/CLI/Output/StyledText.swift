/// Text for the terminal, in pieces that are either trusted or escaped when they are printed.
///
/// A literal is trusted. Everything interpolated is treated as user content and escaped, unless it is marked otherwise:
///
/// ```swift
/// let text: StyledText = "Moved “\(note.title)” to the trash.  \(.dim, "Undo:") notesctl restore \(raw: id)"
/// ```
struct StyledText: Sendable, Hashable {
  struct Piece: Sendable, Hashable {
    let text: String
    let style: TextStyle
    let isTrusted: Bool
  }

  var pieces: [Piece] = []

  /// Creates text that is printed as it is.
  init(trusted text: String) {
    pieces = [Piece(text: text, style: .plain, isTrusted: true)]
  }

  /// Creates text from user content, which is escaped when it is printed.
  init(_ text: String, _ style: TextStyle = .plain) {
    pieces = [Piece(text: text, style: style, isTrusted: false)]
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.pieces += right.pieces
    return sum
  }

  static func += (left: inout StyledText, right: StyledText) {
    left.pieces += right.pieces
  }

  /// Whether nothing would be printed.
  var isEmpty: Bool { pieces.allSatisfy(\.text.isEmpty) }

  /// Returns the text with escaped user content, and with colours if they are enabled.
  func rendered(hasColor: Bool) -> String {
    var result = ""
    for piece in pieces {
      let text = piece.isTrusted ? piece.text : TerminalEscaping.escaped(piece.text, keepingLines: true)
      result += hasColor ? piece.style.applied(to: text) : text
    }
    return result
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(Piece(text: literal, style: .plain, isTrusted: true)) }
    }

    /// Appends user content on one line.
    mutating func appendInterpolation(_ text: String) {
      appendInterpolation(.plain, text)
    }

    mutating func appendInterpolation(_ style: TextStyle, _ text: String) {
      pieces.append(Piece(text: TerminalEscaping.escaped(text, keepingLines: false), style: style, isTrusted: true))
    }

    mutating func appendInterpolation(_ number: Int) {
      appendLiteral(String(number))
    }

    /// Appends text of the program.
    mutating func appendInterpolation(raw text: String) {
      appendLiteral(text)
    }

    mutating func appendInterpolation(_ text: StyledText) {
      pieces += text.pieces
    }
  }

  init(stringLiteral value: String) {
    self.init(trusted: value)
  }

  init(stringInterpolation: StringInterpolation) {
    pieces = stringInterpolation.pieces
  }
}

extension StyledText {
  /// Returns a number with its noun: `1 note` or `2 notes`. All nouns of the program have a regular plural.
  static func count(_ count: Int, _ noun: String) -> StyledText {
    "\(count) \(raw: count == 1 ? noun : noun + "s")"
  }

  /// Returns a line with a label, padded to a number of columns, and a value.
  static func row(_ label: String, _ value: StyledText, width: Int) -> StyledText {
    "\(.dim, label.padded(to: width))\(value)\n"
  }
}

/// The style of a piece of text on a terminal with colours; the raw value is the parameter of the SGR sequence.
enum TextStyle: String, Sendable, Hashable {
  case plain = ""
  case bold = "1"
  case italic = "3"
  case boldItalic = "1;3"
  case strikethrough = "9"
  case code = "35"
  case link = "4;36"
  case dim = "2"
  case title = "1;36"
  case tag = "33"
  case match = "1;35"
  case failure = "1;31"
  case good = "32"

  func applied(to text: String) -> String {
    guard self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
