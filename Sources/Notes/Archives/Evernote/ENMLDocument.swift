/// The content of an Evernote note as a tree: XHTML with a few elements of Evernote's own.
struct ENMLDocument {
  /// The maximum depth of the tree. Deeper elements become part of their ancestors: the converter is recursive.
  private static let maximumDepth = 100

  let root: ENMLElement

  /// Parses the element `<en-note>`.
  ///
  /// - Throws: ``XMLEventReader/Malformed``.
  init(_ source: Substring) throws {
    var xml = try XMLEventReader(Array(source.utf8))
    // The document is the only child of the first element.
    var open = [ENMLElement(name: "", attributes: [:])]
    var text: [UInt8] = []
    var depth = 0
    func endText() {
      guard !text.isEmpty else { return }
      open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
    while let event = try xml.next() {
      switch event {
      case .text(let bytes): text += bytes
      case .start(let name, let attributes):
        endText()
        depth += 1
        if depth <= Self.maximumDepth { open.append(ENMLElement(name: name.lowercased(), attributes: attributes)) }
      case .end:
        endText()
        depth -= 1
        if depth < Self.maximumDepth, let element = open.popLast() { open[open.count - 1].append(element) }
      }
    }
    root = open[0]
  }
}

/// An element of a note's content.
struct ENMLElement {
  enum Node {
    case text(String)
    case element(ENMLElement)
  }

  /// The name in lower case.
  let name: String
  let attributes: [String: String]
  let style: ENMLStyle
  var children: [Node] = []
  /// Whether the element, or one inside of it, begins a line of its own.
  private(set) var isBlock: Bool

  init(name: String, attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
    style = ENMLStyle(attributes["style"] ?? "")
    isBlock = Self.blocks.contains(name)
  }

  mutating func append(_ element: ENMLElement) {
    isBlock = isBlock || element.isBlock
    children.append(.element(element))
  }

  /// The elements inside of this one, without those inside of them.
  var elements: [ENMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  private static let blocks: Set = [
    "div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead",
    "tbody", "tfoot", "tr", "td", "th", "blockquote", "pre", "hr", "en-crypt", "center", "address", "section",
    "article",
    "header", "footer", "main", "figure", "figcaption", "fieldset", "form", "nav", "aside", "details", "summary",
  ]
}

/// The properties of an element's style that change its meaning.
package struct ENMLStyle {
  private let values: [String: String]

  /// Parses `--en-codeblock:true; font-weight: bold`. Evernote's own properties began with one hyphen, later with two.
  init(_ text: String) {
    var values: [String: String] = [:]
    for declaration in text.utf8.split(separator: UInt8(ascii: ";")) {
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(Substring(declaration[..<colon])).trimmingWhitespace.lowercased().utf8
        .drop { $0 == UInt8(ascii: "-") }
      values[String(Substring(name))] = String(Substring(declaration[colon...].dropFirst())).trimmingWhitespace
    }
    self.values = values
  }

  var isCodeBlock: Bool { values["en-codeblock"] == "true" }
  /// The programming language of a code block; empty when there is none.
  var language: String {
    let isAllowed = { (byte: UInt8) in byte.isAlphanumeric || "+-#".utf8.contains(byte) }
    return String(decoding: (values["en-syntaxlanguage"] ?? "").utf8.filter(isAllowed), as: UTF8.self)
  }
  var isChecklist: Bool { values["en-todo"] == "true" }
  /// Whether an item of a checklist is checked; `nil` for another item.
  var isChecked: Bool? { values["en-checked"].map { $0 == "true" } }
  /// The identifier of the tasks in place of the element; `nil` for another element.
  var taskGroup: String? { values["en-task-group"] == "true" ? values["en-id"] ?? "" : nil }
  var isHidden: Bool { values["display"]?.hasPrefix("none") ?? false }
  var isBold: Bool { values["font-weight"].map { $0 == "bold" || (Int($0) ?? 0) >= 600 } ?? false }
  var isItalic: Bool { values["font-style"] == "italic" }
  var isStruck: Bool {
    (values["text-decoration"] ?? values["text-decoration-line"])?.contains("line-through") ?? false
  }
}
