import Foundation
import Wiring

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What Foundation's parser says when it cannot read a text: a number, and a place.
struct MarkupFailure {
  private let code: Int
  private let position: Position
  private let openElement: MarkupElement?

  /// - Parameter openElement: The element that is open where the parser stopped.
  init(_ parser: XMLParser, openElement: MarkupElement?) {
    self.openElement = openElement
    code = (parser.parserError as NSError?)?.code ?? 0
    position = Position(max(1, parser.lineNumber), max(1, parser.columnNumber))
  }

  func problem(_ format: ContextFormat, in source: SourceText) -> Problem {
    let place = source.location(position)
    // Where a text breaks off, the parser misses whatever could come next.
    let isAtEnd = [65, 68, 73].contains(code) && place == source.location(ofByte: source.bytes.count)
    return .malformed(format, isAtEnd ? "it ends too early" : reason, at: place)
  }

  /// The numbers are those of libxml2, which are the same everywhere.
  private var reason: String {
    let element = openElement.map { "<\($0.name)> of line \($0.position.line)" }
    switch code {
    case 0, 4: return "there is no element"
    case 5, 77: return element.map { "it ends before \($0) is closed" } ?? "it ends too early"
    case 8, 9: return "a character is not allowed"
    case 38: return "an attribute's value has a '<'; write it as &lt;"
    case 39, 40: return "an attribute's value has no quotes"
    case 41: return "an attribute has no value"
    case 42: return "an attribute stands there twice"
    case 64: return "'<?xml' stands at the beginning alone"
    case 68: return "a name is missing"
    case 65: return "a space is missing"
    case 73: return "a '>' is missing"
    case 76: return element.map { "another end than that of \($0)" } ?? "an element ends that was not opened"
    default: return "it is not well-formed (libxml2's error \(code))"
    }
  }
}
