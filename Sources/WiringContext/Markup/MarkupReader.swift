import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads XML by Foundation's `XMLParser`, which goes through the text once and fetches nothing.
///
/// `XMLDocument` is no choice: on Linux it opens the files that entities name.
final class MarkupReader: NSObject, XMLParserDelegate {
  private let tags: [MarkupScanner.Tag]
  private var nextTag = 0
  /// The elements that are open, from the root.
  private var open: [MarkupElement] = []
  private var root: MarkupElement?
  private var isTooDeep = false
  /// The first thing that the parser could not read; what follows it often comes of it.
  private var failure: MarkupFailure?

  private init(_ tags: [MarkupScanner.Tag]) {
    self.tags = tags
  }

  /// Reads a text.
  static func read(_ source: SourceText, as format: ContextFormat) throws(Refusal) -> MarkupElement {
    let scanner = try MarkupScanner(source, as: format)
    let reader = MarkupReader(scanner.tags)
    let parser = XMLParser(data: Data(scanner.text))
    parser.delegate = reader
    let isWellFormed = parser.parse()
    if reader.isTooDeep { throw Refusal(problem: .tooDeep(at: source.location(reader.lastPosition))) }
    guard isWellFormed, let root = reader.root else {
      let failure = reader.failure ?? MarkupFailure(parser, openElement: nil)
      throw Refusal(problem: failure.problem(format, in: source))
    }
    return root
  }

  private var lastPosition: Position { tags.indices.contains(nextTag - 1) ? tags[nextTag - 1].position : .start }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes values: [String: String]
  ) {
    let tag = tags.indices.contains(nextTag) ? tags[nextTag] : nil
    nextTag += 1
    guard open.count < Limits.depth else {
      isTooDeep = true
      parser.abortParsing()
      return
    }
    let attributes = (tag?.attributes ?? []).compactMap { attribute in
      values[attribute.name].map {
        MarkupElement.Attribute(
          name: attribute.name, value: $0, position: attribute.position, valuePosition: attribute.valuePosition)
      }
    }
    open.append(
      MarkupElement(
        name: name, position: tag?.position ?? .start, attributes: attributes,
        contentPosition: tag?.contentPosition ?? .start))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if failure == nil { failure = MarkupFailure(parser, openElement: open.last) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if !open.isEmpty { open[open.count - 1].text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if !open.isEmpty { open[open.count - 1].text += String(decoding: block, as: UTF8.self) }
  }
}
