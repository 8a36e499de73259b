import Mustache

/// A piece of HTML, in which interpolated texts are escaped:
///
/// ```swift
/// let link: HTML = "<a href=\"\(path)\">\(note.title)</a>"
/// ```
///
/// Templates print it with three braces, `{{{link}}}`. This type and ``HTMLEscaping`` are the only places where HTML is made of
/// text.
struct HTML: Sendable, Hashable {
  private(set) var text: String

  static func += (html: inout HTML, more: HTML) { html.text += more.text }
}

extension HTML: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text: String

    init(literalCapacity: Int, interpolationCount: Int) {
      text = ""
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ text: String) { self.text += HTMLEscaping.escaped(text) }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }
    mutating func appendInterpolation(_ html: HTML) { text += html.text }
  }

  init(stringLiteral literal: String) { text = literal }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

extension HTML: MustacheCustomRenderable {
  var renderText: String { text }
  var isNull: Bool { false }
}

/// The escaping of texts in HTML, for elements and for attributes in quotes.
///
/// Mustache's own compares characters, and a combining mark makes another character of the sign before it: `"` with an accent
/// stayed as it was, and ended an attribute. This one looks at each byte.
struct HTMLEscaping: MustacheContentType {
  /// The name by which templates declare it.
  static let name = "NOTES_HTML"

  func escapeText(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { reference(for: $0) != nil }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + text.utf8.count / 8)
    for byte in text.utf8 {
      if let reference = reference(for: byte) { bytes += reference.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func reference(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
