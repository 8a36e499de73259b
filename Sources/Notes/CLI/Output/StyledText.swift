/// Text for the terminal, in pieces: the program's own words, and what people wrote.
///
/// A literal is the program's own. Everything interpolated is taken for people's text and made harmless when it is
/// printed, unless it says otherwise:
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

  /// Creates text that may go to the terminal as it is.
  init(trusted text: String) {
    pieces = [Piece(text: text, style: .plain, isTrusted: true)]
  }

  /// Creates text that a person wrote.
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

  /// The bytes to write: people's text without live control characters, colours only where they are wanted.
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

    /// A person's text, on one line.
    mutating func appendInterpolation(_ text: String) {
      appendInterpolation(.plain, text)
    }

    mutating func appendInterpolation(_ style: TextStyle, _ text: String) {
      pieces.append(
        Piece(text: TerminalEscaping.escaped(text, keepingLines: false), style: style, isTrusted: true))
    }

    /// A number.
    mutating func appendInterpolation(_ number: Int) {
      appendLiteral(String(number))
    }

    /// Text of the program's own.
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

/// How a piece of text looks where there are colours.
enum TextStyle: String, Sendable, Hashable {
  case plain = ""
  case bold = "1"
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

/// Numbers of things, in words.
enum Plural {
  static func notes(_ count: Int) -> StyledText { of(count, "note", "notes") }

  static func files(_ count: Int) -> StyledText { of(count, "file", "files") }

  static func changes(_ count: Int) -> StyledText { of(count, "change", "changes") }

  static func conflicts(_ count: Int) -> StyledText { of(count, "conflict", "conflicts") }

  static func attachments(_ count: Int) -> StyledText { of(count, "attachment", "attachments") }

  static func tombstones(_ count: Int) -> StyledText { of(count, "tombstone", "tombstones") }

  private static func of(_ count: Int, _ one: String, _ many: String) -> StyledText {
    "\(count) \(raw: count == 1 ? one : many)"
  }
}
